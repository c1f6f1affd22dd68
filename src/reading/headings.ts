import { foldAccents } from './fold-accents.ts';

/** The content of a column, or of a part of a line. */
export type Kind =
  | 'id'
  | 'url'
  | 'slug'
  | 'email'
  | 'name'
  | 'first'
  | 'last'
  | 'company'
  | 'companyUrl'
  | 'website'
  | 'title'
  | 'place'
  | 'connected';

/** A heading in its comparison form: words without case, accents, digits and punctuation. */
const headingKey = (heading: string): string =>
  foldAccents(
    heading
      .normalize('NFC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
      .toLowerCase(),
  )
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

/**
 * Complete headings by kind, in English, German, French, Spanish, Italian, Portuguese and Dutch, in the form of
 * `headingKey`. Parts of headings are not matched: `Email Opt Out` is not an address, nor `Company Name for Emails` a
 * company.
 */
const headings: Readonly<Record<Kind, string>> = {
  first:
    'first name,first,firstname,given name,forename,vorname,prenom,primer nombre,nome proprio,primeiro nome,voornaam',
  last: 'last name,last,lastname,family name,surname,nachname,familienname,nom de famille,apellido,apellidos,cognome,sobrenome,apelido,achternaam',
  name: `name,full name,fullname,contact name,contact,person,person name,people,candidate,candidate name,lead name,display name,who,target,
    target name,prospect,prospect name,attendee,nom,nom complet,nombre,nombre completo,nome,nome completo,naam,volledige naam,
    vollstandiger name,kontakt,ansprechpartner`,
  email: `email,e mail,mail,email address,e mail address,emails,work email,business email,personal email,primary email,contact email,
    e mail value,mail address,e mail adresse,mailadresse,adresse e mail,adresse email,adresse mail,courriel,correo,correo electronico,
    direccion de correo electronico,indirizzo email,indirizzo e mail,posta elettronica,endereco de e mail,endereco de email,emailadres,
    e mailadres`,
  company: `company,company name,organization,organisation,organization name,organisation name,employer,employer name,current company,
    current employer,account,account name,firm,associated company,firma,firmenname,unternehmen,arbeitgeber,entreprise,societe,employeur,
    empresa,compania,empleador,azienda,societa,datore di lavoro,empregador,bedrijf,werkgever,companies`,
  title: `title,job title,position,role,job,headline,occupation,organization title,current title,current position,titel,stelle,funktion,
    jobtitel,berufsbezeichnung,poste,fonction,intitule du poste,titre,cargo,puesto,posizione,qualifica,ruolo,funcao,functie,functietitel`,
  place:
    'location,city,place,country,region,ort,stadt,standort,land,lieu,ville,pays,ubicacion,ciudad,pais,luogo,citta,paese,localizacao,cidade,plaats',
  website: `website,web site,company website,organization website,account website,employer website,domain,company domain,company domain name,
    homepage,web,web page,company url,webseite,internetseite,site web,site internet,sitio web,pagina web,sito web,site,dominio,domaine`,
  url: `url,link,profile,profile url,profile link,linkedin,linkedin url,linkedin profile,linkedin profile url,person linkedin url,
    contact linkedin url,public profile url,xnet,xnet url,profil,profil url,perfil,profilo,profiel`,
  companyUrl:
    'company linkedin url,company linkedin,company profile url,company page,organization linkedin,company xnet url',
  slug: 'slug,xnet slug,username,public identifier,vanity name',
  id: 'id,uuid,kith id,profile id,company id',
  connected: `connected on,connected,connection date,verbunden am,verknupft am,connecte le,date de connexion,conectado el,fecha de conexion,
    conectado em,data di collegamento,collegato il,verbonden op`,
};

export const kinds: readonly Kind[] = [
  'id',
  'url',
  'slug',
  'email',
  'name',
  'first',
  'last',
  'company',
  'companyUrl',
  'website',
  'title',
  'place',
  'connected',
];

const kindOf: ReadonlyMap<string, Kind> = new Map(
  kinds.flatMap((kind) => headings[kind].split(',').map((heading) => [heading.trim(), kind] as const)),
);

/** The kind of a column with this heading; undefined for unknown headings. */
export const kindOfHeading = (heading: string): Kind | undefined => kindOf.get(headingKey(heading));
