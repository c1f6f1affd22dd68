import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Signal } from '../graph/signal.ts';

export interface KnownPerson {
  /** The last part of their address: an id, or a slug. */
  readonly id: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly employer: string | undefined;
}

/** Names in the answers of this visit, for completion: the data service has no list of values. */
export class Vocabulary {
  /** Number of additions: components that read it are rendered again. */
  readonly version = new Signal(0);
  readonly people = new Map<string, KnownPerson>();
  /** Number of people read by employer. */
  readonly employers = new Map<string, number>();
  readonly titles = new Set<string>();
  readonly places = new Set<string>();
  readonly skills = new Set<string>();

  addPerson(person: { readonly [Member in keyof KnownPerson]: string | null | undefined }): void {
    this.#add(person);
    this.version.value += 1;
  }

  #add({ id, name, title, employer }: { readonly [Member in keyof KnownPerson]: string | null | undefined }): void {
    if (!id || !name || this.people.has(id)) return;
    this.people.set(id, { id, name, title: title ?? undefined, employer: employer ?? undefined });
    if (title) this.titles.add(title);
    if (employer) this.employers.set(employer, (this.employers.get(employer) ?? 0) + 1);
  }

  /** Adds the people of a list, and other facts read about them. */
  addProfiles(profiles: readonly (ReadProfile | null | undefined)[]): void {
    for (const profile of profiles) {
      if (profile?.currentLocation) this.places.add(profile.currentLocation);
      for (const skill of profile?.skills ?? []) if (skill) this.skills.add(skill);
      this.#add({
        id: profile?.id,
        name: profile?.fullName,
        title: profile?.currentTitle,
        employer: profile?.currentCompanyName,
      });
    }
    this.version.value += 1;
  }
}

interface ReadProfile {
  readonly id: string;
  readonly fullName: string | null;
  readonly currentTitle: string | null;
  readonly currentCompanyName: string | null;
  readonly currentLocation?: string | null;
  readonly skills?: readonly (string | null)[] | null;
}

export const VocabularyContext = createContext(new Vocabulary());

export const useVocabulary = (): Vocabulary => useContext(VocabularyContext);
