/** Given names with their usual short forms, folded. */
const forms: readonly (readonly string[])[] = `
abigail abby gail
albert al bert
alexander alex alec sandy sasha xander
alexandra alex sandra sasha lexi
andreas andy
andrew andy drew
anthony tony
antonio tony toni
barbara barb babs
benjamin ben benny
bernhard bernd
catherine kate katie cathy cat
katherine kate katie kathy kat
christina chris tina
christine chris tina
christopher chris kit
charles charlie chuck
daniel dan danny
danielle dani
david dave davy
deborah deb debbie
dmitri dima mitya
donald don donny
dorothy dot dottie
edward ed eddie ted ned
eleanor ellie nell nora
elizabeth liz lizzie beth betty eliza lisa
emily em emmy
eugene gene
ekaterina katya
francesco franco cesco
francis frank fran
francisco paco pancho fran
frederick fred freddy
friedrich fritz
gabriel gabe
gabriella gaby
gerald gerry jerry
giovanni gianni
giuseppe beppe pino
gregory greg
guillermo memo
hans hannes
harold harry hal
henry harry hank
ignacio nacho
isabella bella izzy
ivan vanya
jacob jake
jacqueline jackie
james jim jimmy jamie
janet jan
jeffrey jeff
jennifer jen jenny
jeremy jerry
jessica jess jessie
joachim achim jo
johannes hans hannes jo
john jack johnny jon
jonathan jon jonny nathan
jose pepe
joseph joe joey
josephine jo josie
joshua josh
judith judy
julia julie jules
kenneth ken kenny
kristina kris tina
lawrence larry
leonard leo len lenny
leonardo leo
louis lou
lucas luke
manuel manny manolo
margaret maggie meg peggy marge
maria mia
matthew matt
matthias matt hias
maximilian max
michael mike mick mickey
michelle shelly
mohammed mo
mohammad mo
muhammad mo
natalie nat
natalia natasha nata
nathaniel nathan nate
nicholas nick nicky
nicolas nico nick
nikolai kolya
olivia liv livvy
oliver ollie
pamela pam
patricia pat patty trish tricia
patrick pat paddy
peter pete
philip phil
philipp phil
rebecca becca becky
ricardo rick ricky
richard rich rick dick ricky
robert rob bob bobby robbie bert
roberto beto
ronald ron ronnie
samantha sam
samuel sam sammy
santiago santi
sebastian seb basti
sergei seryozha
stephanie steph
stephen steve
steven steve
susan sue susie
suzanne sue
tatiana tanya
theodore ted theo teddy
theresa terry tess
thomas tom tommy
timothy tim
tobias tobi
valentina val
victoria vicky tori
vincent vince vinny
vladimir volodya vova
walter walt
wilhelm willi
william bill will billy liam willie
wolfgang wolf
zachary zach zack
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** For each name, the groups that it belongs to: *Chris* is short for several. */
const groups: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  [
    ...Map.groupBy(
      forms.flatMap((names, group) => names.map((name) => ({ name, group }))),
      ({ name }) => name,
    ),
  ].map(([name, of]) => [name, new Set(of.map(({ group }) => group))]),
);

/** Whether one of two given names is a usual short form of the other, or both are of a third. */
export function isNickname(one: string, other: string): boolean {
  const [a, b] = [groups.get(one), groups.get(other)];
  return a !== undefined && b !== undefined && [...a].some((group) => b.has(group));
}

/** The other forms of a given name, the full one first. */
export const formsOf = (name: string): readonly string[] => [
  ...new Set([...(groups.get(name) ?? [])].flatMap((group) => forms[group] ?? []).filter((form) => form !== name)),
];
