/** The subset of the schema that the comparison asks, for the peers that take a schema as text. */
export const typeDefs = /* GraphQL */ `
  scalar JSON
  scalar SafeInt
  type Query {
    profile(by: ProfileBy!): ProfileLookup
    searchProfiles(dsl: JSON, first: Int = 20): ProfileSearchConnection
    relationships(dsl: JSON, first: Int = 20): RelationshipConnection
    _entities(representations: [_Any!]!): [_Entity]!
  }
  scalar _Any
  union _Entity = Profile | Company
  input ProfileBy { id: ID xnetSlug: String }
  union ProfileLookup = Profile | NotFound
  type NotFound { message: String }
  type ProfileSearchConnection { totalCount: SafeInt nodes: [Profile] }
  type RelationshipConnection { totalCount: SafeInt nodes: [Relationship] }
  type Relationship { profile: Profile connections: [Connection] }
  type Profile {
    id: ID fullName: String headline: String currentTitle: String currentLocation: String skills: [String]
    currentCompany: Company connections: [Connection]
  }
  type Company { id: ID name: String industries: [String] workforce: Workforce }
  type Workforce { headcount: SafeInt }
  type Connection {
    connectorName: String connectorCurrentTitle: String connectorCurrentCompanyName: String
    strength: Float sources: [ConnectionSource]
  }
  type ConnectionSource { origin: String }
`;
