/** Queries that agents ask for, as examples; a test runs each. */
export const recipes = [
  {
    about: 'Search people by past employer',
    words: 'former alumni employer company experience where filter',
    document:
      '{ searchProfiles(where: { experience: { some: { isCurrent: { eq: false }, company: { name: { matches: "Lumora" } } } } }, first: 5) { totalCount nodes { id } } }',
  },
  {
    about: 'Search people by title, place, industry, seniority or skill',
    words: 'find location city country function where filter person',
    document:
      '{ searchProfiles(where: { currentTitle: { matches: "engineer" }, currentLocation: { matches: "Berlin" }, skills: { eqIgnoreCase: "rust" } }, first: 5) { totalCount nodes { id } } }',
  },
  {
    about: 'One person’s record (1 credit)',
    words: 'profile lookup get fields title employer',
    document:
      '{ profile(by: { xnetSlug: "mei-ling-torres" }) { ... on Profile { id fullName currentTitle currentCompanyName currentLocation skills } ... on NotFound { message } } }',
  },
  {
    about: 'Whom the network knows, with who knows them',
    words: 'relationships connections connectors known',
    document:
      '{ relationships(where: { currentTitle: { matches: "founder" } }, first: 5) { totalCount nodes { profile { id fullName currentTitle currentCompanyName } connections { connectorName } } pageInfo { endCursor hasNextPage } } }',
  },
  {
    about: 'Search companies by industry, size, place or technology',
    words: 'headcount employees tech stack country find firms',
    document:
      '{ searchCompanies(where: { industries: { eqIgnoreCase: "software development" }, workforce: { headcount: { gte: 50 } }, locations: { some: { country: { eq: "Spain" } } } }, first: 5) { totalCount nodes { id } } }',
  },
  {
    about: 'Who can introduce us to a company',
    words: 'introductions paths intro person why',
    document:
      '{ introPaths(to: { companyWebsite: "kestrel-robotics.example" }, first: 5) { totalCount nodes { why confidence connector { name } target { id fullName } } } }',
  },
  {
    about: 'Count people by a condition',
    words: 'how many total number',
    document: '{ searchProfiles(where: { locationCountry: { eq: "Norway" } }, first: 0) { totalCount } }',
  },
  {
    about: 'One company’s record with funding (1 credit)',
    words: 'rounds investors raised organization',
    document:
      '{ company(by: { xnetSlug: "lumora" }) { ... on Company { id name workforce { headcount } funding { totalFundingAmountUsd rounds { type date amountUsd } } } ... on NotFound { message } } }',
  },
] as const;
