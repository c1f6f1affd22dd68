import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withPlaces } from '../../src/reading/place-words.ts';
import { placeNames } from '../../src/reading/places.ts';

describe('placeNames', () => {
  for (const [of, ...texts] of [
    ['europe', 'Europas', 'europäischen', 'européennes', 'europeas', 'European'],
    ['asia', 'Asien', 'asiatische', 'asiatiques', 'asiáticas'],
    ['south america', 'Lateinamerika', 'Amérique latine', 'Latinoamérica', 'LatAm', 'lateinamerikanische'],
    ['norway', 'Nordics', 'nordische', 'nordiques', 'nórdicas', 'skandinavischen', 'Scandinavia'],
    ['austria', 'DACH', 'DACH-Raum', 'D-A-CH'],
    ['indonesia', 'Southeast Asia', 'Südostasien', 'Asie du Sud-Est', 'Sudeste asiático'],
    ['lyon', 'lyonnais', 'lyonnaises'],
    ['montréal', 'Mtl'],
    ['kenya', 'ostafrikanische', 'East African', 'Afrique de l’Est'],
    ['bogotá', 'bogotano', 'bogotanas'],
    ['paris', 'Pariser', 'parisiens', 'parisina'],
    ['zürich', 'Zürcher', 'zurichois', 'zuriquesa', 'Großraum Zürich'],
    ['madrid', 'madrileñas', 'madrilène', 'Madrider'],
    ['United Kingdom', 'Großbritannien', 'Grande-Bretagne', 'Gran Bretaña', 'britischen'],
    ['United States', 'the States', 'EE.UU.', 'amerikanische', 'américaines'],
  ] as const)
    it(`finds ${of} in ${texts.join(', ')}`, () => {
      for (const text of texts)
        assert.ok(
          placeNames(text).some((name) => name.toLowerCase() === of.toLowerCase()),
          `${text}: ${placeNames(text).join(', ')}`,
        );
    });

  it('finds no place in words for work and industries', () => {
    for (const text of ['engineer', 'designer', 'porter', 'banker', 'ocean', 'marketers', 'software', 'Banking'])
      assert.deepEqual(placeNames(text), [text]);
  });
});

describe('withPlaces', () => {
  for (const [text, expected] of [
    ['banks in Milan, Turin or Rome', 'banks in Milan or Turin or Rome'],
    ['ventas, España/Italia/México', 'ventas, España or Italia or México'],
    ['alums in the Bay', 'alums in San Francisco'],
    ['ventas en EE.UU.', 'ventas en USA'],
    ['designers who left Ireland and lead', 'designers not in Ireland and lead'],
    ['Entwickler, die nicht mehr in Berlin sind', 'Entwickler, die not in Berlin sind'],
    ['ingénieurs qui ont quitté la France', 'ingénieurs not in France '],
    ['ventas que ya no viven en México', 'ventas not in México '],
    ['Anbieter, die Schweiz haben wir schon', 'Anbieter, not in Schweiz '],
    // One place, a name, a firm.
    ['accountants in Paris, France', 'accountants in Paris, France'],
    ['Jack London, Paris', 'Jack London, Paris'],
    ['people who left London Works', 'people who left London Works'],
  ] as const)
    it(`reads “${text}”`, () => assert.equal(withPlaces(text), expected));
});
