import { fetchCompanies, searchCompanies } from './companies.ts';
import { creditUsage } from './credits.ts';
import { mapNetwork, mappingStatus } from './network-mapper.ts';
import type { Operation } from './operation.ts';
import { fetchProfiles, searchProfiles } from './profiles.ts';
import { findRelationships } from './relationships.ts';
import { addConnector, createTeam } from './team.ts';

/** Every current operation of the interface, in the specification's order. */
export const operations: readonly Operation[] = [
  searchProfiles,
  searchCompanies,
  fetchProfiles,
  fetchCompanies,
  findRelationships,
  mapNetwork,
  mappingStatus,
  createTeam,
  addConnector,
  creditUsage,
];
