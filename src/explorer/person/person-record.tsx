import type { ComponentChildren } from 'preact';
import { MailLink } from '../components/text.tsx';
import { isText, month } from '../format.ts';
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
          <ol class="timeline">
            {(experience ?? []).map(
              (entry, index) =>
                entry && (
                  <li key={`${index} ${entry.title}`} class={entry.isCurrent ? 'current' : ''}>
                    <span class="small muted">{span(entry.startDate, entry.endDate, entry.isCurrent === true)}</span>
                    <span class="timeline-what" dir="auto">
                      {entry.title}
                    </span>
                    {entry.employer?.name && (
                      <span dir="auto">
                        {entry.companyId ? (
                          <a href={`/companies/${entry.companyId}`}>{entry.employer.name}</a>
                        ) : (
                          entry.employer.name
                        )}
                      </span>
                    )}
                    {entry.location && <span class="muted">{entry.location.filter(isText).join(', ')}</span>}
                  </li>
                ),
            )}
          </ol>
        </Part>
        <div>
          {education && education.length > 0 && (
            <Part title="Education">
              <ol class="timeline">
                {education.map(
                  (entry, index) =>
                    entry && (
                      <li key={`${index} ${entry.school?.name}`}>
                        <span class="small muted">{span(entry.startDate, entry.endDate, false)}</span>
                        <span class="timeline-what" dir="auto">
                          {entry.school?.name}
                        </span>
                        <span dir="auto">
                          {[...(entry.degrees ?? []), ...(entry.majors ?? [])].filter(isText).join(', ')}
                        </span>
                      </li>
                    ),
                )}
              </ol>
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
  <div class="part above">
    <h3>{title}</h3>
    {children}
  </div>
);
