/** Sentences of meanings, for people. */
export const say = {
  nothing: 'Whom do you want to meet? Type a name, a company, a title with a place, or paste a list.',
  nobody: (text: string) =>
    `Nobody and no company is called “${text}”. Try a full name, a company, a title with a place, or a link.`,
  unread: (words: string) =>
    `No record says “${words}”. Try a title, a skill, an industry or a company, with or without a place.`,
  nobodyAt: (name: string, company: string) => `Nobody called “${name}” is on record at ${company}.`,
  noPage: 'No record in Kith has this page.',
  noMail: (mail: string) => `No record in Kith has the address ${mail}.`,
  further: 'Ask the data service for this page',
  price: 'up to 1 credit',
  people: (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`),
};
