import type { ComponentChildren } from 'preact';
import { MailLink } from '../components/text.tsx';
import { Timeline } from '../components/timeline.tsx';
import { isText, month } from '../format.ts';
import { companyAddress } from '../frame/address.ts';
import type { PersonRecordQuery } from '../generated/documents.ts';

type Profile = Extract<NonNullable<PersonRecordQuery['profile']>, { readonly __typename: 'Profile' }>;

const span = (from: string | null, until: string | null, isCurrent: boolean): string => {
  const [start, end] = [isText(from) ? month(from) : '', isText(until) ? month(until) : isCurrent ? 'today' : ''];
  return start === '' && end === '' ? '' : `${start} – ${end}`;
};

/** A person's record: headline, career and education as timelines, then the team's lists and tags. */
export const PersonRecordView = ({ profile }: { readonly profile: Profile }) => {
  const { headline, about, currentLocation, hiring, openToWork, skills, experience, education, tags, lists } = profile;
  const noted = [...(lists ?? []), ...(tags ?? []).map((tag) => tag && { ...tag, status: null })].filter(
    (one) => one !== null,
  );
  return (
    <div class="record stack">
      <p id="record" tabIndex={-1} role="status" class="small muted">
        Full record
      </p>
      {isText(headline) && (
        <p class="record-headline" dir="auto">
          {headline}
        </p>
      )}
      <ul class="row wrap">
        {isText(currentLocation) && <li class="chip plain">{currentLocation}</li>}
        {hiring && <li class="chip plain">Hiring</li>}
        {openToWork && <li class="chip plain">Open to work</li>}
      </ul>
      {isText(about) && (
        <p class="prose" dir="auto">
          {about}
        </p>
      )}
      {isText(profile.workEmail) && (
        <p>
          <MailLink address={profile.workEmail} />
        </p>
      )}
      <div class="columns">
        <Part title="Career">
          {(experience ?? []).length === 0 && <p class="muted">No career on record.</p>}
          <Timeline
            entries={(experience ?? []).flatMap((entry) =>
              entry
                ? {
                    when: span(entry.startDate, entry.endDate, entry.isCurrent === true),
                    what: entry.title,
                    where:
                      entry.companyId && entry.employer?.name ? (
                        <a href={companyAddress(entry.companyId)}>{entry.employer?.name}</a>
                      ) : (
                        entry.employer?.name
                      ),
                    note: entry.location?.filter(isText).join(', '),
                    isCurrent: entry.isCurrent,
                  }
                : [],
            )}
          />
        </Part>
        <div>
          {education && education.length > 0 && (
            <Part title="Education">
              <Timeline
                entries={education.flatMap((entry) =>
                  entry
                    ? {
                        when: span(entry.startDate, entry.endDate, false),
                        what: entry.school?.name,
                        where: [...(entry.degrees ?? []), ...(entry.majors ?? [])].filter(isText).join(', '),
                      }
                    : [],
                )}
              />
            </Part>
          )}
          {skills && skills.length > 0 && (
            <Part title="Skills">
              <ul class="row wrap">
                {skills.filter(isText).map((skill) => (
                  <li key={skill} class="chip plain">
                    {skill}
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title="Lists and tags">
            {noted.length === 0 && <p class="muted">Not on any list, no tags.</p>}
            <ul class="row wrap">
              {noted.map((one) => (
                <li key={one.id ?? one.name} class="chip plain" dir="auto">
                  {one.name}
                  {isText(one.status) && <span class="muted">{one.status}</span>}
                </li>
              ))}
            </ul>
          </Part>
        </div>
      </div>
    </div>
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="stack above">
    <h3>{title}</h3>
    {children}
  </div>
);
