import { words } from './words.ts';

/** How people of one culture are called. Every name is invented by combining common ones. */
export interface Culture {
  readonly women: readonly string[];
  readonly men: readonly string[];
  /** A family name; `Kowalski|Kowalska` where a man's differs from a woman's. */
  readonly families: readonly string[];
  /** How the full name is put together. */
  readonly order: 'given family' | 'family given' | 'familygiven';
  /** How often two family names are joined, and by what. */
  readonly double?: { readonly chance: number; readonly by: string };
}

export const cultures = {
  english: {
    women: words('Olivia,Charlotte,Amelia,Grace,Hannah,Ruth,Megan,Alice,Zoë,Chloe,Mary Beth,Eleanor,Naomi,Tessa'),
    men: words('Oliver,Jack,Thomas,Henry,Samuel,Daniel,Marcus,Edward,Noah,Ethan,Caleb,Miles,Tyrone,Desmond'),
    families: words(
      'Smith,Taylor,Walker,Hughes,Bennett,Carter,Whitfield,Ashworth,Coleman,Brooks,Harper,Langley,Pemberton,Washington,Freeman,Hollis,Mercer,Thornton,Fletcher,D’Arcy',
    ),
    order: 'given family',
    double: { chance: 0.05, by: '-' },
  },
  irish: {
    women: words('Aoife,Niamh,Siobhán,Caoimhe,Róisín,Gráinne,Clodagh,Sinéad'),
    men: words('Conor,Cillian,Pádraig,Eoin,Seán,Diarmuid,Fionn,Ruairí'),
    families: words("O'Brien,O'Sullivan,Ó Súilleabháin,Murphy,Byrne,O'Connor,McCarthy,Gallagher,Doherty,Fitzgerald"),
    order: 'given family',
  },
  german: {
    women: words('Anna,Lena,Jana,Käthe,Johanna,Sabine,Ulrike,Frieda,Greta,Heike,Marlene,Annika'),
    men: words('Jürgen,Lukas,Felix,Björn,Matthias,Stefan,Jörg,Karsten,Uwe,Tobias,Karl-Heinz,Moritz'),
    families: words(
      'Müller,Schäfer,Weiß,Groß,Köhler,Schröder,Fischer,Becker,Lehmann,Vogel,Krüger,Baumgärtner,von der Heide,Brandt,Zimmermann,Hübner',
    ),
    order: 'given family',
    double: { chance: 0.08, by: '-' },
  },
  french: {
    women: words('Anne-Marie,Chloé,Hélène,Aurélie,Françoise,Léa,Inès,Maëlle,Élodie,Camille,Margaux,Noémie'),
    men: words('Jean-Luc,François,Rémi,Théo,Benoît,Olivier,Étienne,Gaël,Mathieu,Loïc,Antoine,Jérôme'),
    families: words(
      'Lefèvre,Dubois,Moreau,Girard,Fontaine,Gauthier,Rousseau,Bélanger,Tremblay,Mercier,de la Tour,Bergeron,Chevalier,Renaud,Delacroix,Côté',
    ),
    order: 'given family',
    double: { chance: 0.1, by: '-' },
  },
  spanish: {
    women: words('María José,Lucía,Ximena,Sofía,Inés,Carmen,Ángela,Begoña,Rocío,Valentina,Guadalupe,Noelia'),
    men: words('José,Andrés,Íñigo,Joaquín,Sebastián,Raúl,Álvaro,Diego,Iñaki,Mateo,Rubén,Hernán'),
    families: words(
      'García,Márquez,Núñez,Hernández,López,Ibáñez,Peña,Castaño,de la Cruz,Vázquez,Ordóñez,Echeverría,Jiménez,Quiroga,Salcedo,Montoya,Ríos,Zúñiga',
    ),
    order: 'given family',
    double: { chance: 0.5, by: ' ' },
  },
  portuguese: {
    women: words('Beatriz,Conceição,Inês,Luíza,Mariana,Thaís,Joana,Letícia,Fátima,Catarina'),
    men: words('João,Gonçalo,Tiago,Luís,Caetano,Rafael,Mateus,Vinícius,Estêvão,Rodrigo'),
    families: words(
      'da Silva,Gonçalves,dos Santos,Araújo,Magalhães,Brandão,Assunção,Teixeira,Falcão,Nogueira,Simões,Ribeiro,Leitão,Carvalho',
    ),
    order: 'given family',
    double: { chance: 0.35, by: ' ' },
  },
  italian: {
    women: words('Giulia,Chiara,Francesca,Maria Grazia,Ilaria,Ludovica,Beatrice,Eleonora'),
    men: words('Niccolò,Matteo,Giosuè,Alessandro,Lorenzo,Davide,Pietro,Gianluca'),
    families: words("D'Angelo,De Luca,Ferrari,Mancini,Bianchi,Dell'Acqua,Galli,Conti,Marchetti,Forlì,Barbieri,Sartori"),
    order: 'given family',
  },
  dutch: {
    women: words('Sanne,Femke,Anouk,Lieke,Marijke,Noor,Fleur,Ilse'),
    men: words('Jan,Pieter,Sjoerd,Ruben,Daan,Thijs,Willem,Joris'),
    families: words(
      "van der Meer,de Vries,van den Berg,Jansen,'t Hart,Bakker,ter Horst,Visser,Dijkstra,van Dijk,Smit,Hoekstra",
    ),
    order: 'given family',
  },
  nordic: {
    women: words('Åsa,Ingrid,Maja,Sølvi,Freja,Kirsten,Linnéa,Astrid,Tuva,Signe'),
    men: words('Søren,Lars,Bjørn,Håkon,Anders,Jørgen,Mikkel,Örjan,Rasmus,Göran'),
    families: words(
      'Lindqvist,Østergaard,Åkesson,Hansen,Bergström,Nygård,Sørensen,Halvorsen,Sjöberg,Kjær,Ångström,Dahl,Rønning,Öberg',
    ),
    order: 'given family',
  },
  icelandic: {
    women: words('Guðrún,Sigríður,Þóra,Ásdís,Björk,Hrafnhildur'),
    men: words('Ólafur,Þorsteinn,Sigurður,Einar,Jökull,Ægir'),
    families: words(
      'Jónsson|Jónsdóttir,Ólafsson|Ólafsdóttir,Þórðarson|Þórðardóttir,Sigurðsson|Sigurðardóttir,Einarsson|Einarsdóttir',
    ),
    order: 'given family',
  },
  finnish: {
    women: words('Aino,Päivi,Säde,Kaisa,Veera,Hilla'),
    men: words('Väinö,Jyrki,Mikko,Antti,Eetu,Pekka'),
    families: words('Mäkelä,Hämäläinen,Virtanen,Järvinen,Nieminen,Lehtonen,Ylönen,Koskinen'),
    order: 'given family',
  },
  polish: {
    women: words('Agnieszka,Małgorzata,Zofia,Joanna,Łucja,Katarzyna,Bożena'),
    men: words('Łukasz,Paweł,Michał,Wojciech,Tomasz,Grzegorz,Krzysztof,Bartłomiej'),
    families: words(
      'Kowalski|Kowalska,Wiśniewski|Wiśniewska,Dąbrowski|Dąbrowska,Wójcik,Zieliński|Zielińska,Szczęsny|Szczęsna,Nowak,Żurawski|Żurawska,Gołąb,Mróz',
    ),
    order: 'given family',
    double: { chance: 0.04, by: '-' },
  },
  czech: {
    women: words('Eliška,Markéta,Šárka,Tereza,Zdeňka,Jiřina'),
    men: words('Jiří,Ondřej,Václav,Tomáš,Luboš,Štěpán'),
    families: words(
      'Novák|Nováková,Dvořák|Dvořáková,Černý|Černá,Procházka|Procházková,Kučera|Kučerová,Říha|Říhová,Šimek|Šimková',
    ),
    order: 'given family',
  },
  hungarian: {
    women: words('Ágnes,Eszter,Zsófia,Réka,Boglárka,Tünde'),
    men: words('László,Gergő,Bálint,Zoltán,Ádám,Örs'),
    families: words('Szabó,Kővári,Horváth,Tóth,Kiss,Fehér,Győri,Lukács'),
    order: 'given family',
  },
  turkish: {
    women: words('Ayşe,Zeynep,Gülşen,Özge,Elif,Çağla'),
    men: words('Mehmet,Çağrı,Emre,Oğuz,Barış,Ümit'),
    families: words('Yılmaz,Öztürk,Çelik,Şahin,Aydın,Güneş,Kılıç,Doğan'),
    order: 'given family',
  },
  greek: {
    women: words('Δήμητρα,Ελένη,Κατερίνα,Σοφία'),
    men: words('Γιώργος,Νίκος,Παναγιώτης,Θανάσης'),
    families: words('Παπαδόπουλος|Παπαδοπούλου,Οικονόμου,Γεωργίου,Νικολαΐδης|Νικολαΐδου,Αλεξίου'),
    order: 'given family',
  },
  slavic: {
    women: words('Юлия,Анастасия,Олеся,Наталья,Ксения,Дарина'),
    men: words('Дмитрий,Алексей,Сергій,Михаил,Андрій,Фёдор'),
    families: words('Соколов|Соколова,Шевченко,Кузнецов|Кузнецова,Бондаренко,Воробьёв|Воробьёва,Ковальчук,Лисенко'),
    order: 'given family',
  },
  arabic: {
    women: words('Fatima,Layla,Noura,Salma,Rania,Hind,Mariam,Yasmin'),
    men: words('Omar,Khalid,Yusuf,Ahmad,Tariq,Hassan,Karim,Ibrahim'),
    families: words(
      'al-Farsi,Haddad,bin Rashid,Mansour,El-Sayed,Nasser,Khoury,Abu Bakr,Benali,al-Qahtani,Zidan,Idrissi',
    ),
    order: 'given family',
  },
  arabicScript: {
    women: words('ليلى,نورة,فاطمة,سلمى'),
    men: words('محمد,خالد,يوسف,عمر'),
    families: words('العلي,حداد,منصور,الخطيب,السيد'),
    order: 'given family',
  },
  hebrew: {
    women: words('Yael,Noa,Shira,Tamar,Michal,Hadas'),
    men: words('Eitan,Amir,Yonatan,Gilad,Nadav,Oren'),
    families: words('Ben-David,Levi,Cohen,Bar-On,Mizrahi,Peretz,Shapira,Katz'),
    order: 'given family',
  },
  indian: {
    women: words('Priya,Ananya,Lakshmi,Deepika,Kavya,Meera,Sunita,Ishita,Nandini,Harpreet'),
    men: words('Arjun,Rahul,Vikram,Sanjay,Aditya,Rohan,Karthik,Imran,Gurpreet,Suresh'),
    families: words(
      'Sharma,Iyer,Raghunathan,Patel,Reddy,Banerjee,Singh,Nair,Chatterjee,Desai,Krishnamurthy,Khan,Menon,Gupta,Kaur,Joshi',
    ),
    order: 'given family',
  },
  devanagari: {
    women: words('अनन्या,प्रिया,मीरा,सुनीता'),
    men: words('अर्जुन,विक्रम,रोहन,संजय'),
    families: words('शर्मा,गुप्ता,जोशी,वर्मा,मिश्रा'),
    order: 'given family',
  },
  chinese: {
    women: words('Xiaoli,Mei,Jing,Yating,Hui-Ling,Yan,Xinyi,Lan'),
    men: words('Wei,Jun,Zhiqiang,Ming-Hao,Lei,Hao,Jianguo,Bo'),
    families: words('Wang,Li,Zhang,Chen,Liu,Huang,Zhou,Wu,Xu,Lin,Ouyang,Guo,Lü,Tan'),
    order: 'given family',
  },
  han: {
    women: words('小丽,静,雅婷,思雨,美玲,欣怡'),
    men: words('小明,伟,志强,浩然,建国,俊杰'),
    families: words('王,李,张,陈,刘,黄,欧阳,周,林,郭'),
    order: 'familygiven',
  },
  japanese: {
    women: words('Yūko,Haruka,Sakura,Ayumi,Keiko,Mio'),
    men: words('Kenji,Shōta,Hiroshi,Takumi,Daisuke,Ryō'),
    families: words('Satō,Tanaka,Kobayashi,Itō,Yamamoto,Ōta,Watanabe,Hayashi,Shimizu,Endō'),
    order: 'given family',
  },
  kanji: {
    women: words('恵子,陽子,さくら,美咲,愛'),
    men: words('太郎,健二,大輔,翔,誠'),
    families: words('田中,佐藤,鈴木,高橋,山本,中村,小林'),
    order: 'family given',
  },
  korean: {
    women: words('Ji-woo,Seo-yeon,Min-ji,Ha-eun,Soo-jin,Yuna'),
    men: words('Min-jun,Seung-ho,Dong-hyun,Ji-hoon,Tae-yang,Hyun-woo'),
    families: words('Kim,Lee,Park,Choi,Jung,Kang,Yoon,Shin'),
    order: 'given family',
  },
  hangul: {
    women: words('지우,서연,민지,수진'),
    men: words('민준,승호,동현,지훈'),
    families: words('김,이,박,최,정,남궁'),
    order: 'familygiven',
  },
  vietnamese: {
    women: words('Thị Minh Anh,Thu Hằng,Ngọc Ánh,Bích Phượng,Thị Hương,Mỹ Duyên'),
    men: words('Văn Đức,Quốc Bảo,Hữu Phước,Minh Khôi,Thành Đạt,Xuân Trường'),
    families: words('Nguyễn,Trần,Lê,Phạm,Huỳnh,Võ,Đặng,Bùi'),
    order: 'family given',
  },
  thai: {
    women: words('Siriporn,Kanya,Malee,Ploy'),
    men: words('Somchai,Niran,Anan,Kittisak'),
    families: words('Srisuk,Wongsakul,Chaiyasit,Phongphan,Rattanakorn'),
    order: 'given family',
  },
  malay: {
    women: words('Siti Nurhaliza,Dewi,Putri,Ratna,Nur Aisyah,Indah'),
    men: words('Budi,Muhammad Hafiz,Agus,Bambang,Ahmad Faizal,Wayan'),
    families: words('Santoso,Wijaya,binti Ismail,Kusuma,Hartono,Rahman,Pratama,Siregar'),
    order: 'given family',
  },
  filipino: {
    women: words('Maria Clara,Analyn,Jasmine,Rowena,Divina'),
    men: words('Jericho,Rodel,Arvin,Emmanuel,Crisanto'),
    families: words('dela Cruz,Macaraeg,Santos,Bautista,Pangilinan,Reyes,Dimaculangan'),
    order: 'given family',
  },
  westAfrican: {
    women: words('Amara,Chidinma,Folasadé,Akosua,Ngozi,Aminata,Yaa,Temitọpẹ'),
    men: words('Chukwuemeka,Kofi,Olúwáṣeun,Kwame,Ifeanyi,Mamadou,Tunde,Obinna'),
    families: words('Okafor,Mensah,Adéyẹmí,Diallo,Nwosu,Owusu,Balogun,Eze,Traoré,Boateng,N’Diaye,Ọlátúnjí'),
    order: 'given family',
  },
  eastAfrican: {
    women: words('Wanjiru,Achieng,Zawadi,Makena,Hiwot,Nyambura'),
    men: words('Kamau,Otieno,Juma,Barasa,Tesfaye,Mwangi'),
    families: words('Ndegwa,Odhiambo,Mutua,Kiprono,Wekesa,Ng’ang’a,Bekele,Muthoni'),
    order: 'given family',
  },
  southernAfrican: {
    women: words('Thandiwe,Lerato,Anika,Nomvula,Zanele'),
    men: words('Sipho,Thabo,Pieter,Mandla,Kagiso'),
    families: words('Dlamini,Nkosi,van der Merwe,Mokoena,Botha,Khumalo,Naidoo,Mthembu'),
    order: 'given family',
  },
  pacific: {
    women: words('Aroha,Mereana,Kalena,Leilani,Sina'),
    men: words('Hēmi,Tāne,Kahu,Keoni,Sione'),
    families: words("Ngata,Tūhoe,Parata,Kealoha,Faleolo,Te Ao,Ka'ai"),
    order: 'given family',
  },
} as const satisfies Readonly<Record<string, Culture>>;

export type CultureName = keyof typeof cultures;
