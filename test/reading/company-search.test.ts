import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyFactsIn } from '../../src/reading/company-facts.ts';
import { companySearchIn } from '../../src/reading/company-search.ts';

describe('companySearchIn', () => {
  const searches: readonly (readonly [string, boolean, object])[] = [
    ['software companies in Berlin with more than 200 people', true, { size: { min: 201 } }],
    ['edtech companies with at least 500 employees', true, { size: { min: 500 } }],
    ['robotics companies under 30 people', true, { size: { max: 29 } }],
    ['companies with 50-200 employees in Canada', true, { size: { min: 50, max: 200 } }],
    ['1k+ employees', true, { size: { min: 1000 } }],
    ['large retailers in the UK', true, { size: { min: 1001 } }],
    ['Unternehmen mit mehr als 20.000 Mitarbeitern', true, { size: { min: 20_001 } }],
    ['mittelgroße Banken in Wien', true, { size: { min: 51, max: 1000 } }],
    ['sociétés de jeux vidéo de plus de 200 salariés', true, { size: { min: 201 } }],
    ['entreprises de 50 à 200 salariés à Lyon', true, { size: { min: 50, max: 200 } }],
    ['empresas con menos de 50 empleados en Madrid', true, { size: { max: 49 } }],
    ['firms smaller than 100, Spain', true, { size: { max: 99 } }],
    ['seit 2015 gegründete Firmen', true, { founded: { min: 2015 } }],
    ['biotech firms founded before 2001', true, { founded: { max: 2000 } }],
    ['banques, 100 salariés au minimum', true, { size: { min: 100 } }],
    ['Firmen (unter 20 MA) in Wien', true, { size: { max: 19 } }],
    ["fabricants de textile d'avant 1960", true, { founded: { max: 1959 } }],
    ['companies with more than 100 patents', true, {}],
    ['¿hay algún banco en Bogotá?', true, {}],
    ['empresas con más de cincuenta empleados', true, { size: { min: 51 } }],
    ['PME lyonnaises', true, { size: { max: 249 } }],
    ['deutsche Mittelständler', true, { size: { min: 51, max: 1000 } }],
    ['Firmen aus den 90ern', true, { founded: { min: 1990, max: 1999 } }],
    ['entreprises des années 2000', true, { founded: { min: 2000, max: 2009 } }],
    ['companies more than 50 years old', true, { founded: { max: new Date().getFullYear() - 50 } }],
    ['empresas creadas en los últimos 3 años', true, { founded: { min: new Date().getFullYear() - 3 } }],
    ['entreprises ayant levé plus de 3,5 millions', true, {}],
    ['inmobiliarias con plantilla superior a 40', true, { size: { min: 41 } }],
    ["commerçants dont l'effectif est inférieur à 40", true, { size: { max: 39 } }],
    ['Versicherer mit Belegschaft größer als 200', true, { size: { min: 201 } }],
    ["oil & gas co's in NYC", true, {}],
    ['which German accounts are on Nimbus Cloud?', true, {}],
    ["cabinets d'avocats qui existaient déjà en 1970", true, { founded: { max: 1970 } }],
    ['Kanzleien, die es 1970 schon gab', true, { founded: { max: 1970 } }],
    ['les commerciaux qui bossent chez un éditeur de logiciels', false, { trade: 'logiciels' }],
    ['data people at small cos (<50 staff)', false, { size: { max: 49 } }],
    ['law firms', true, {}],
    ['which banks do we know people at?', true, {}],
    ['who do we know at banks in Dubai', false, {}],
    ['startup founders in Berlin', false, {}],
    ['CFOs of software companies with over 1,000 staff', false, { trade: 'software', size: { min: 1001 } }],
  ];

  for (const [text, isForCompanies, rest] of searches)
    it(`reads “${text}”`, () => {
      const { rest: _rest, isForCompanies: isFor, ...others } = companySearchIn(text) ?? {};
      assert.deepEqual([isFor, others], [isForCompanies, rest]);
    });

  it('keeps offsets, and what it does not read itself', () => {
    const text = 'Softwareunternehmen in München ab 500 Mitarbeitern';
    const { rest = '' } = companySearchIn(text) ?? {};
    assert.equal(rest.length, text.length);
    assert.equal(rest.trim().replaceAll(/\s+/g, ' '), 'Software in München');
  });

  it('reads no names and titles', () => {
    for (const text of ['Amara Okafor', 'VP of Sales in Germany', 'C-level in aerospace', 'Mercer & OConnor DAC'])
      assert.equal(companySearchIn(text), undefined, text);
  });
});

describe('companyFactsIn', () => {
  for (const [fact, ...texts] of [
    ['isVentureBacked', 'VC-backed fintechs', 'mit Wagniskapital finanzierte Firmen', 'financées par des fonds'],
    ['isShutDown', 'firms that went bust', 'pleite gegangen', 'ont mis la clé sous la porte', 'empresas cerradas'],
    ['isAcquired', 'taken over', 'aufgekaufte Firmen', 'rachetées', 'adquiridas'],
    ['isGovernment', 'public authorities', 'staatliche Stellen', 'organismes publics', 'administraciones públicas'],
    ['isNonProfit', 'charities', 'gemeinnützige Vereine', 'associations', 'fundaciones', 'fundaciones y ONG'],
    ['b2c', 'selling to consumers', 'an Endkunden', 'vendent aux particuliers', 'venden al consumidor final'],
    ['b2g', 'sells to the government', 'an Behörden', 'vendent au secteur public', 'venden al sector público'],
    ['series_a', 'Series A companies', 'Serie-A-Runde', 'levée de série A', 'ronda A'],
    ['pre_seed', 'pre-seed fintechs', 'Pre-Seed-Runde', 'empresas en fase pre-semilla', 'pré-amorçage'],
    ['exchange:Euronext', 'listed on Euronext', 'an der Euronext notiert', 'cotées sur Euronext'],
    ['funding:5000000..', 'raised over $5M', 'über 5 Mio. Euro eingesammelt', 'levé plus de 5 millions'],
    ['patents:101..', 'more than 100 patents', 'mehr als 100 Patente', 'plus de 100 brevets'],
  ] as const)
    it(`finds ${fact} in ${texts.join(', ')}`, () => {
      for (const text of texts)
        assert.deepEqual([...new Set(companyFactsIn(text).map((one) => one.fact))], [fact], text);
    });
});
