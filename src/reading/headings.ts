import { foldAccents } from './fold-accents.ts';

/**
 * Complete headings by the content of their columns, in English, German, French, Spanish, Italian, Portuguese and Dutch,
 * as `headingKey` compares them. Parts of headings are not matched: `Email Opt Out` is not an address, nor `Company Name
 * for Emails` a company.
 */
const headings = [
  ['first', 'first name,first,given name,forename,vorname,prenom,primer nombre,nome proprio,primeiro nome,voornaam'],
  [
    'last',
    `last name,last,family name,surname,nachname,familienname,nom de famille,apellido,apellidos,cognome,sobrenome,
    apelido,achternaam`,
  ],
  [
    'name',
    `name,full name,contact name,contact,person,person name,people,candidate,candidate name,lead name,display name,
    who,target,target name,prospect,prospect name,attendee,nom,nom complet,nombre,nombre completo,nome,nome completo,
    naam,volledige naam,vollstandiger name,kontakt,ansprechpartner`,
  ],
  [
    'email',
    `email,mail,email address,emails,work email,business email,personal email,primary email,contact email,
    e mail value,mail address,e mail adresse,mailadresse,adresse e mail,adresse mail,courriel,correo,
    correo electronico,direccion de correo electronico,indirizzo email,posta elettronica,endereco de e mail,emailadres`,
  ],
  [
    'company',
    `company,company name,organization,organisation,org,organization name,organisation name,employer,employer name,
    current company,current employer,account,account name,firm,associated company,firma,firmenname,unternehmen,
    arbeitgeber,entreprise,societe,employeur,empresa,compania,empleador,azienda,societa,datore di lavoro,empregador,
    bedrijf,werkgever,companies`,
  ],
  [
    'title',
    `title,job title,position,role,job,headline,occupation,organization title,current title,current position,titel,
    stelle,funktion,jobtitel,berufsbezeichnung,poste,fonction,intitule du poste,titre,cargo,puesto,posizione,
    qualifica,ruolo,funcao,functie,functietitel`,
  ],
  [
    'place',
    `location,city,place,country,region,ort,stadt,standort,land,lieu,ville,pays,ubicacion,ciudad,pais,luogo,citta,
    paese,localizacao,cidade,plaats`,
  ],
  [
    'website',
    `website,company website,organization website,account website,employer website,domain,company domain,
    company domain name,homepage,web,company url,webseite,site web,site internet,sitio web,
    pagina web,sito web,site,dominio,domaine`,
  ],
  [
    'url',
    `url,link,profile,profile url,profile link,linkedin,linkedin url,linkedin profile,linkedin profile url,
    person linkedin url,contact linkedin url,public profile url,xnet,xnet url,profil,profil url,perfil,profilo,profiel`,
  ],
  [
    'companyUrl',
    'company linkedin url,company linkedin,company profile url,company page,organization linkedin,company xnet url',
  ],
  ['slug', 'slug,xnet slug,username,public identifier,vanity name'],
  ['id', 'id,uuid,kith id,profile id,company id'],
  [
    'connected',
    `connected on,connected,connection date,verbunden am,verknupft am,connecte le,date de connexion,conectado el,
    fecha de conexion,conectado em,data di collegamento,collegato il,verbonden op`,
  ],
] as const;

/** The content of a column, or of a part of a line. */
export type Kind = (typeof headings)[number][0];

export const kinds: readonly Kind[] = headings.map(([kind]) => kind);

/** A heading in its comparison form: its letters, without case and accents. */
const headingKey = (heading: string): string =>
  foldAccents(heading.normalize('NFC').toLowerCase()).replaceAll(/[^\p{L}\p{M}]+/gu, '');

const kindOf: ReadonlyMap<string, Kind> = new Map(
  headings.flatMap(([kind, known]) => known.split(',').map((heading) => [headingKey(heading), kind] as const)),
);

/** The kind of a column with this heading; undefined for unknown headings. */
export const kindOfHeading = (heading: string): Kind | undefined => kindOf.get(headingKey(heading));
