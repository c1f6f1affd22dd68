import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firmWords, hasLegalForm, nameWords } from '../../src/reading/names.ts';

describe('nameWords', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Mei-Ling Torres', 'mei ling torres'],
    ['TORRES, Mei-Ling', 'mei ling torres'],
    ['TORRES, MEI-LING', 'mei ling torres'],
    ['Dr. Priya Ragunathan, MBA 🚀', 'priya ragunathan'],
    ['Priya Ragunathan, Ph.D., CAIA®', 'priya ragunathan'],
    ['Priya Ragunathan Ph.D.', 'priya ragunathan'],
    ['Prof. Dr. Ragunathan, Priya, M.Sc.', 'priya ragunathan'],
    ['Robert “Bob” Downing, Jr.', 'robert downing'],
    ['Robert (Bob) Downing III', 'robert downing'],
    ['⭐️ Ada Moreau (she/her) ⭐️', 'ada moreau'],
    ['J.R. O’Brien', 'j r obrien'],
    ["J. R. O'Brien", 'j r obrien'],
    ['Łukasz  Weiß', 'lukasz weiss'],
    ['Jack Ma', 'jack ma'],
    ['Van der Meer, Jan', 'jan van der meer'],
    ['田中 恵子', '田中 恵子'],
    ['İpek Işık', 'ipek isik'],
    ['Mei Tan #OpenToWork', 'mei tan'],
    ['Mag. Lê Ngọc Ánh', 'le ngoc anh'],
    ['Seamus O&#39;Brien', 'seamus obrien'],
    ['Dr.', 'dr'],
    ['', ''],
  ];
  for (const [text, words] of rows)
    it(`folds ${JSON.stringify(text)}`, () => {
      assert.equal(nameWords(text).join(' '), words);
    });
});

describe('firmWords', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Kestrel Robotics, Inc.', 'kestrel robotics'],
    ['KESTREL ROBOTICS INC', 'kestrel robotics'],
    ['Lumora GmbH', 'lumora'],
    ['Mancini &amp; Boateng', 'mancini boateng'],
    ['Müller & Söhne GmbH & Co. KG', 'muller sohne'],
    ['The Brightwater Bank p.l.c.', 'brightwater bank'],
    ['Águila Energía, S. L.', 'aguila energia'],
    ['Brightwater S. p. A.', 'brightwater'],
    ['S. L.', 's l'],
    ['Orbis S.p.A.', 'orbis'],
    ['Orbis Logistics B.V. (formerly Orb)', 'orbis logistics'],
    ['Procter and Gamble Co.', 'procter gamble'],
    ['Procter & Gamble', 'procter gamble'],
    ['PT Sumber Jaya Tbk', 'sumber jaya'],
    ['株式会社ルモラ', 'ルモラ'],
    ['ООО Лумора', 'лумора'],
    ['Limited', 'limited'],
    ['AB', 'ab'],
    ["L'Oréal S.A.", 'loreal'],
  ];
  for (const [text, words] of rows)
    it(`folds ${JSON.stringify(text)}`, () => {
      assert.equal(firmWords(text).join(' '), words);
    });
});

describe('hasLegalForm', () => {
  for (const [text, isFirm] of [
    ['Kestrel Robotics, Inc.', true],
    ['Müller & Söhne GmbH', true],
    ['jefe de ventas en México', false],
    ['Miguel y Asociados', false],
  ] as const)
    it(`${isFirm ? 'finds one' : 'finds none'} in ${text}`, () => {
      assert.equal(hasLegalForm(text), isFirm);
    });
});
