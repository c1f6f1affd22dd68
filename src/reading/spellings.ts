import { formsOf } from './nicknames.ts';

/** How others write sounds of names, folded: letters, and what they may stand for on record. */
const sounds: readonly (readonly [RegExp, string])[] = [
  // Umlauts and their kin, spelt out: `oezturk`, `roenning`, `aagaard`.
  [/([aou])e/g, '$1'],
  [/aa/g, 'a'],
  [/n[iy](?=[aoeu])/g, 'n'],
  [/gn(?=[aoeiu])|nh(?=[aoeiu])/g, 'n'],
  [/ou/g, 'u'],
  [/u(?![aeiou])/g, 'ou'],
  [/ph/g, 'f'],
  [/f/g, 'ph'],
  [/z/g, 's'],
  [/s(?!s)/g, 'z'],
  [/ss/g, 's'],
  [/tsch|tch/g, 'ch'],
  [/sch/g, 'sh'],
  [/ch/g, 'sh'],
  [/sh/g, 'ch'],
  [/ck/g, 'k'],
  // Dutch: `Dyck` and `Dijk`.
  [/y(?!c?k)/g, 'ij'],
  [/yc?k/g, 'ijk'],
  [/ij/g, 'y'],
  [/c(?=[aou]|$)|qu/g, 'k'],
  [/k/g, 'c'],
  [/c(?=[ei])/g, 's'],
  [/w/g, 'v'],
  [/v/g, 'w'],
  [/b/g, 'v'],
  [/v/g, 'b'],
  [/y/g, 'i'],
  [/i/g, 'y'],
  [/ie?/g, 'y'],
  [/j/g, 'y'],
  [/y|i(?=[aou])/g, 'j'],
  [/x/g, 'j'],
  [/x/g, 'ks'],
  [/ks/g, 'x'],
  [/th/g, 't'],
  [/h/g, ''],
  [/dj/g, 'j'],
  [/(.)\1/g, '$1'],
];

/** German, English and French letters for Cyrillic ones, the longest first. */
const cyrillic: readonly (readonly [latin: string, letters: string])[] = `
shch щ
schtsch щ
tsch ч
tch ч
sch ш
ch ч х
sh ш
zh ж
ya я
ja я
ia ия
yu ю
ju ю
yo ё
jo ё
kh х
ts ц
tz ц
ou у
a а
b б
c ц к
d д
e е
f ф
g г
h х
i и й
j й
k к
l л
m м
n н
o о
p п
q к
r р
s с з
t т
u у
v в
w в
x кс
y й ы и
z з ц
`
  .trim()
  .split('\n')
  .map((line): readonly [string, string] => {
    const [latin = '', ...letters] = line.split(' ');
    return [latin, letters.join(' ')];
  });

/** At most this many spellings in Cyrillic. */
const maxCyrillic = 24;

const inCyrillic = (word: string): readonly string[] => {
  let all: readonly string[] = [''];
  for (let at = 0; at < word.length; ) {
    const [latin = '', letters = ''] = cyrillic.find(([one]) => word.startsWith(one, at)) ?? [];
    if (latin === '') return [];
    all = all.flatMap((before) => letters.split(' ').map((letter) => before + letter)).slice(0, maxCyrillic);
    at += latin.length;
  }
  return all;
};

/** How records may spell a folded word of a name that is written by ear, or with spelt-out letters; itself first. */
export const soundsLike = (word: string): readonly string[] => {
  if (!/^[a-z']{3,}$/.test(word)) return [word, ...formsOf(word)];
  const spelt = (one: string): readonly string[] =>
    sounds.flatMap(([sound, letters]) => {
      const other = one.replaceAll(sound, letters);
      return other === one || other.length < 3 ? [] : [other];
    });
  const once = spelt(word);
  const [umlauts] = sounds[0] ?? [/$^/g];
  const german = word.replaceAll(umlauts, '$1');
  return [
    ...new Set([word, ...once, ...(german === word ? [] : spelt(german)), ...formsOf(word), ...inCyrillic(word)]),
  ];
};

/** Consonants that are typed or heard for each other. */
const alike = ['bpvwf', 'dt', 'gkcqj', 'szcx', 'mn', 'lr', 'hj', 'aeiouy'];
const oftenLeftOut = 'aeiouyhnrlstmc';

/** Words of which this one has a letter doubled, left out, added, wrong or up to two places off. */
export const misspellingsOf = (word: string): readonly string[] => {
  if (!/^[a-z']{4,}$/.test(word)) return [];
  const others = [...word, ''].flatMap((letter, at) => {
    const [before, rest, next = ''] = [word.slice(0, at), word.slice(at + 1), word[at + 1] ?? ''];
    const group = letter === '' ? '' : alike.filter((one) => one.includes(letter)).join('');
    return [
      before + rest,
      before + next + letter + rest.slice(1),
      before + rest.slice(0, 2) + letter + rest.slice(2),
      before.slice(0, -2) + letter + before.slice(-2) + rest,
      ...[...group].map((one) => before + one + rest),
      ...[...oftenLeftOut, letter].map((one) => before + one + letter + rest),
    ];
  });
  return [...new Set(others)].filter((one) => one !== word && one.length > 2);
};
