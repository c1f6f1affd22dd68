/** Invented exports: twelve sets of headings with the notes above them, and five programs that write tables. */

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly url: string;
  readonly email: string;
  readonly company: string;
  readonly title: string;
}

type Grid = readonly (readonly string[])[];

export interface Export {
  readonly name: string;
  readonly above: Grid;
  readonly headings: readonly string[];
  readonly cells: (person: Person) => readonly string[];
}

const connections = (name: string, above: Grid, headings: readonly string[]): Export => ({
  name,
  above,
  headings,
  cells: ({ first, last, url, email, company, title }) => [first, last, url, email, company, title, '12 Mar 2021'],
});

const note =
  'When exporting your connection data, you may notice that some of the email addresses are missing, as “hidden”.';

export const exports: readonly Export[] = [
  connections(
    'a network, English',
    [['Notes:'], [note], ['']],
    ['First Name', 'Last Name', 'URL', 'Email Address', 'Company', 'Position', 'Connected On'],
  ),
  connections(
    'a network, German',
    [['Hinweise:'], [note], ['']],
    ['Vorname', 'Nachname', 'URL', 'E-Mail-Adresse', 'Unternehmen', 'Position', 'Verbunden am'],
  ),
  connections(
    'a network, French',
    [['Remarques :'], [note], ['']],
    ['Prénom', 'Nom', 'URL', 'Adresse e-mail', 'Entreprise', 'Poste', 'Connecté le'],
  ),
  connections(
    'a network, Spanish',
    [[note], ['']],
    ['Nombre', 'Apellidos', 'URL', 'Dirección de correo electrónico', 'Empresa', 'Cargo', 'Conectado el'],
  ),
  connections(
    'a network, Italian',
    [['Note:'], [note]],
    ['Nome', 'Cognome', 'URL', 'Indirizzo email', 'Azienda', 'Posizione', 'Data di collegamento'],
  ),
  connections(
    'a network, Portuguese',
    [],
    ['Nome', 'Sobrenome', 'URL', 'Endereço de e-mail', 'Empresa', 'Cargo', 'Conectado em'],
  ),
  connections(
    'a network, Dutch',
    [['Opmerkingen'], ['']],
    ['Voornaam', 'Achternaam', 'URL', 'E-mailadres', 'Bedrijf', 'Functie', 'Verbonden op'],
  ),
  {
    name: 'a CRM with record ids',
    above: [],
    headings: [
      'Record ID',
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'Contact owner',
      'Company name',
      'Job Title',
      'LinkedIn',
    ],
    cells: ({ first, last, url, email, company, title }) => [
      '10233',
      first,
      last,
      email,
      '+1 555 0100',
      'owner@us.example',
      company,
      title,
      url,
    ],
  },
  {
    name: 'a CRM report with a title',
    above: [['Contacts & Accounts Report'], ['As of 2026-11-01, filtered by: all'], ['']],
    headings: [
      'Salutation',
      'First Name',
      'Last Name',
      'Title',
      'Account Name',
      'Email',
      'Email Opt Out',
      'Profile URL',
    ],
    cells: ({ first, last, url, email, company, title }) => ['Ms.', first, last, title, company, email, 'false', url],
  },
  {
    name: 'an address book',
    above: [],
    headings: [
      'Name',
      'Given Name',
      'Family Name',
      'E-mail 1 - Type',
      'E-mail 1 - Value',
      'Organization 1 - Name',
      'Organization 1 - Title',
      'Website 1 - Value',
    ],
    cells: ({ first, last, url, email, company, title }) => [
      `${first} ${last}`,
      first,
      last,
      '* Work',
      email,
      company,
      title,
      url,
    ],
  },
  {
    name: 'a list of leads',
    above: [],
    headings: [
      'First Name',
      'Last Name',
      'Title',
      'Company',
      'Company Name for Emails',
      'Email',
      'Email Status',
      'Person Linkedin Url',
      'Website',
      'Company Linkedin Url',
    ],
    cells: ({ first, last, url, email, company, title }) => [
      first,
      last,
      title,
      company,
      `${company} (mail)`,
      email,
      'Verified',
      url,
      'https://lumora.example',
      'https://www.xnet.example/company/lumora',
    ],
  },
  {
    name: 'a sheet made by hand',
    above: [['Targets Q4']],
    headings: ['Who', 'Employer', 'Role', 'Mail', 'Link'],
    cells: ({ first, last, url, email, company, title }) => [`${first} ${last}`, company, title, email, url],
  },
];

/** A program that writes tables: what it does with cells, delimiters and line ends. */
export interface Writer {
  readonly name: string;
  readonly write: (grid: Grid) => string;
}

const quotedIf = (isQuoted: (cell: string) => boolean) => (cell: string) =>
  isQuoted(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const lines = (grid: Grid, delimiter: string, cellOf: (cell: string) => string, end: string): string =>
  grid.map((cells) => cells.map(cellOf).join(delimiter) + end).join('');

export const writers: readonly Writer[] = [
  {
    name: 'RFC 4180',
    write: (grid) =>
      lines(
        grid,
        ',',
        quotedIf((cell) => /[",\r\n]/.test(cell)),
        '\r\n',
      ),
  },
  {
    name: 'everything quoted, with a mark',
    write: (grid) =>
      `\ufeff${lines(
        grid,
        ';',
        quotedIf(() => true),
        '\n',
      )}`,
  },
  {
    name: 'a clipboard',
    write: (grid) =>
      lines(
        grid,
        '\t',
        quotedIf((cell) => /["\t\r\n]/.test(cell)),
        '\r\n',
      ).trimEnd(),
  },
  {
    name: 'sep= and old line ends',
    write: (grid) =>
      `sep=;\r${lines(
        grid,
        ';',
        quotedIf((cell) => /[";\r\n]/.test(cell)),
        '\r',
      )}`,
  },
  {
    name: 'Markdown',
    write: (grid) => {
      const widest = Math.max(...grid.map(({ length }) => length));
      const head = grid.findIndex(({ length }) => length === widest);
      return grid
        .map((cells, at) => {
          if (at < head) return cells.join(' ');
          const line = `| ${cells.map((cell) => cell.replaceAll(/[\r\n]+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
          return at === head ? `${line}\n|${cells.map(() => ' --- ').join('|')}|` : line;
        })
        .join('\n');
    },
  },
];
