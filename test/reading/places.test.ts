import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
