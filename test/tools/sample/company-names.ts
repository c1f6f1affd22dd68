import { words } from './words.ts';

/** What company names are coined from. */
export const beginnings = words(
  'Vel,Nor,Ari,Zen,Lum,Cor,Tal,Mer,Sol,Kest,Bri,Hal,Orb,Pax,Quil,Syn,Ter,Ulm,Vant,Wex,Yar,Ember,Fjel,Gala,Ind,Jun',
);
export const endings = words('ora,ix,ium,eon,ista,ara,ovo,us,ella,ent,is,ander,ia,oro,ity,ea,ane,olo');

/** Plain words that stand before a noun of the industry. */
export const epithets = words(
  'Bright,North,Blue,Clear,Open,Silver,Green,First,Common,Still,Wild,Grand,Paper,Copper,Harbour,Meadow,River,Stone,Cedar,Maple,Ivory,Amber,Granite,Summit,Tidal,Polar,Prairie,Lantern,Compass,Anchor',
);

/** Names in other scripts with their Latin forms: one head and one tail, which names the industry too. */
export const scripts = {
  Japan: {
    heads: words('青空 Aozora,桜井 Sakurai,北斗 Hokuto,富岳 Fugaku,緑川 Midorikawa,光洋 Kōyō'),
    tails: words(
      '電機 Denki Electronics Manufacturing,物流 Butsuryū Transportation and Logistics,製薬 Seiyaku Biotechnology Research,建設 Kensetsu Construction,情報 Jōhō Information Services,食品 Shokuhin Food and Beverage',
    ),
  },
  China: {
    heads: words('云海 Yunhai,金桥 Jinqiao,华星 Huaxing,东方 Dongfang,长风 Changfeng,瑞和 Ruihe'),
    tails: words(
      '科技 Keji Software Development,物流 Wuliu Transportation and Logistics,医药 Yiyao Biotechnology Research,能源 Nengyuan Renewable Energy,教育 Jiaoyu Education Technology,食品 Shipin Food and Beverage',
    ),
  },
  Taiwan: {
    heads: words('玉山 Yushan,福爾 Fuer,晨星 Chenxing,海峽 Haixia'),
    tails: words(
      '半導體 Bandaoti Semiconductors,電子 Dianzi Electronics Manufacturing,生技 Shengji Biotechnology Research,數位 Shuwei Information Services',
    ),
  },
  'South Korea': {
    heads: words('한빛 Hanbit,푸른 Pureun,새벽 Saebyeok,대양 Daeyang'),
    tails: words(
      '전자 Jeonja Electronics Manufacturing,물류 Mullyu Transportation and Logistics,제약 Jeyak Biotechnology Research,소프트 Soft Software Development',
    ),
  },
  Ukraine: {
    heads: words('Дніпро Dnipro,Карпати Karpaty,Світанок Svitanok,Обрій Obrii'),
    tails: words(
      'Логістика Lohistyka Transportation and Logistics,Енергія Enerhiia Renewable Energy,Софт Soft Software Development,Агро Ahro Agriculture',
    ),
  },
  Greece: {
    heads: words('Αιγαίο Aigaio,Ήλιος Ilios,Δελφοί Delfoi,Κύμα Kyma'),
    tails: words(
      'Ενέργεια Energeia Renewable Energy,Ναυτιλία Naftilia Transportation and Logistics,Τρόφιμα Trofima Food and Beverage,Υγεία Ygeia Hospitals and Health Care',
    ),
  },
  Egypt: {
    heads: words('النيل Nile,الأهرام Ahram,الواحة Waha,النور Nour'),
    tails: words(
      'للطاقة Energy Renewable Energy,للتقنية Technology Software Development,للنقل Transport Transportation and Logistics,للأغذية Foods Food and Beverage',
    ),
  },
} as const satisfies Readonly<Record<string, Script>>;

export interface Script {
  readonly heads: readonly string[];
  readonly tails: readonly string[];
}

/** What a company is in law, by country; it stands in the alternative names. */
export const legalForms: Readonly<Record<string, string>> = {
  'United States': 'Inc.',
  Canada: 'Ltd.',
  Mexico: 'S.A. de C.V.',
  Brazil: 'S.A.',
  Colombia: 'S.A.S.',
  'United Kingdom': 'Ltd',
  Ireland: 'DAC',
  France: 'SAS',
  Germany: 'GmbH',
  Switzerland: 'AG',
  Netherlands: 'B.V.',
  Spain: 'S.L.',
  Portugal: 'Lda.',
  Italy: 'S.p.A.',
  Sweden: 'AB',
  Denmark: 'A/S',
  Norway: 'AS',
  Finland: 'Oy',
  Iceland: 'ehf.',
  Poland: 'Sp. z o.o.',
  Czechia: 's.r.o.',
  Hungary: 'Kft.',
  Greece: 'Α.Ε.',
  Ukraine: 'ТОВ',
  Türkiye: 'A.Ş.',
  India: 'Pvt. Ltd.',
  Singapore: 'Pte. Ltd.',
  Vietnam: 'JSC',
  China: '有限公司',
  Japan: '株式会社',
  'South Korea': '주식회사',
};

/** Employers of old that careers name and no record stands for any more. */
export const vanishedCompanies = words(
  'Pendulum Mail,Orchard & Sons,Telegraph Hill Systems,Zeppelin Airfreight,Старт-Медіа,Compañía Río Seco,Vintage Modem Works,Glasnost Radio',
);
