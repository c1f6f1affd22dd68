import { foldedInPlace } from './fold-accents.ts';

/** A fact about people that a text tells in other words than records have. */
export interface Fact {
  readonly filter: 'tag' | 'open' | 'hiring' | 'level';
  /** The value in records; alternatives are separated by `|`. */
  readonly value: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Facts of records with ways to tell each in four languages, folded: patterns separated by `;`, in which a space stands
 * for any whitespace. They are read before words are read as names and titles.
 */
const table: readonly (readonly [filter: Fact['filter'], value: string, ways: string])[] = [
  [
    'tag',
    'Long tenure',
    `(?:with |of )?(?:a )?long[ -](?:tenures?|tenured|time(?:rs?)?|serving|standing|term)(?: (?:staff|employees?|people))?; old[ -]timers?; veterans?; lifers?
    (?:(?:been|worked|stayed|sat|sitting|there) )*for (?:ages|ever|forever|many years|decades|a (?:very )?(?:long|good) (?:time|while)|donkey.?s years|years and years|years(?= ?[?!.]?$)); since forever; (?:been|around|there) forever
    (?:schon |bereits |da )?(?:seit )?(?:ewig(?:keiten)?|eh und je|langem|langer zeit|(?:vielen |zig |etlichen )?jahren|jahrzehnten|(?:viele|etliche|zig) jahre|urzeiten)(?: (?:dabei|da))?; schon (?:sehr |so )?lange(?: dabei)?; lange dabei; (?:dienst)?langjahrig\\p{L}*; urgesteine?n?; alteingesessen\\p{L}*; alte hasen; veteran(?:en|in|innen); dienstalteste[nr]?
    depuis (?:tres )?(?:longtemps|toujours|des (?:annees|lustres|decennies)|belle lurette|de (?:longues|nombreuses) annees|plusieurs annees|une eternite); de longue date; (?:avec |ont |de )?(?:beaucoup d.|(?:une )?(?:grande |longue |forte ))anciennete; les plus ancien(?:ne)?s; vieux de la vieille
    (?:que )?(?:llev\\p{L}+ |desde hace |hace |con |durante )(?:ya )?(?:much[oa]s?|un monton de|bastantes?|tantos|varios|largos|mil|toda) (?:anos|tiempo|la vida|vida|decadas)(?: (?:trabajando|ahi|alli))?; (?:de|desde|llevan?) (?:toda la vida|siempre); veteran[oa]s?; (?:con |mucha |larga |gran )+(?:antiguedad|trayectoria)`,
  ],
  [
    'tag',
    'Recently changed role',
    `(?:(?:has|have|who)(?:.ve|.s)? )?(?:just|recently|newly|freshly|lately) (?:been )?(?:changed?|switched|started|got|gotten|taken|took|moved(?: on| up)?|promoted|appointed)(?: (?:on|in|into|to))?(?: (?:a|an|the|their|his|her))?(?: (?:new|next))? ?(?:roles?|jobs?|positions?|posts?|titles?|promotion)?
    (?:changed?|switched|started) (?:roles?|jobs?|positions?|posts?|a new (?:role|job|position)) ?(?:recently|lately|just now|not long ago)?; new (?:to|in) (?:the|their|his|her) (?:roles?|jobs?|posts?|positions?|seats?); (?:newly|recently|freshly) (?:promoted|appointed|minted); recent(?:ly)? (?:job|role)[ -]?chang\\p{L}*; (?:job|role) (?:changers?|switchers?|hoppers?); fresh in (?:the|their) (?:roles?|jobs?); recent(?:ly)? changed roles?
    (?:gerade|eben|kurzlich|neulich|jungst|unlangst|frisch|vor kurzem|erst|letztens|neuerdings)(?: erst| eben)?(?: (?:die|den|das|ihre|ihren|seine|seinen|eine?n?|neue|neuen))* (?:rollen?|job|stellen?|posten|positionen?|aufgaben?|funktion)(?: (?:gewechselt|angetreten|ubernommen|haben|hat|wechselten|wechselte))*; (?:die|ihre|den|ihren|seine) (?:rollen?|jobs?|stellen?|posten|positionen?|funktion) (?:gerade |kurzlich |neulich |erst |frisch |vor kurzem )*gewechselt; neu (?:in|auf) (?:der|ihrer|seiner|dem|ihrem) (?:rolle|stelle|position|posten|job|funktion); (?:rollen|job|stellen|positions)wechs(?:el|ler\\p{L}*); (?:frisch|kurzlich|gerade|neulich|jungst)(?: erst)? (?:befordert|ernannt|gewechselt)\\p{L}*
    (?:viennent|vient|venant) (?:tout juste |juste )?de (?:chang\\p{L}+|prendre)(?: (?:de|un|une|leur|des|nouvelles?|nouveau))* (?:postes?|roles?|fonctions?|job|boulot); (?:ont |a |ayant )?(?:recemment |tout juste |depuis peu |juste )?change (?:de|d.) ?(?:poste|role|fonctions?|job|boulot|emploi)(?: recemment| depuis peu| il y a peu)?; changement(?:s)? (?:recents? )?de (?:poste|role|fonction)(?: recents?)?; (?:recemment|fraichement|nouvellement) (?:promu|nomme|arrive)e?s?; en poste depuis peu; nouvelle prise de (?:poste|fonctions?)
    (?:(?:acaban?|acabado|acabo) de |han? |que |recientemente |hace poco |recien |ultimamente )*(?:cambi\\p{L}+)(?: hace poco| recientemente)? de (?:puesto|rol|cargo|trabajo|funcion|posicion|empleo)(?: hace poco| recientemente| ultimamente)?; (?:recien|recientemente) (?:ascendid|nombrad|promovid|cambiad)[oa]s?; nuev[oa]s? en (?:el|su) (?:puesto|cargo|rol); cambio (?:reciente )?de (?:puesto|rol|cargo)(?: reciente)?`,
  ],
  [
    'tag',
    'First-time manager',
    `first[ -]time (?:managers?|leaders?|bosses|leads?); (?:new|newly (?:minted|promoted|made|appointed)|rookie|novice|brand[ -]new|fledgling|freshly made) managers?; managers? for the first time; (?:managing|leading|manage|lead)(?: people| a team| others)? for the first time; in their first (?:management|managerial|leadership|manager) (?:role|job|position)s?
    (?:erst|neu|jung|nachwuchs)-?(?:fuhrungskr[a]ft(?:e|en)?|manager(?:in|innen|n)?|chef(?:in|innen|s)?); frisch(?:gebacken|ernannt)e?[nr]? (?:fuhrungskr[a]ft(?:e|en)?|manager(?:in|innen|n)?|chef(?:in|innen|s)?|teamleiter\\p{L}*|vorgesetzte[nr]?); (?:neue|junge|unerfahrene) fuhrungskr[a]ft(?:e|en)?; (?:zum ersten mal|erstmal[s]?|das erste mal)(?: ein| eine| ein team| leute| menschen| in)* (?:fuhr\\p{L}*|leit\\p{L}*|team\\p{L}*|chef\\p{L}*|verantwort\\p{L}*)(?: (?:fuhr|leit|hab)\\p{L}*)?
    (?:managers?|manageuses?|cadres?|chefs?|responsables?) (?:debutant|novice|neophyte)e?s?; primo[ -]?manag\\p{L}+; (?:nouveaux|nouvelles|jeunes|tout nouveaux) manag(?:ers?|euses?); (?:managent|manager|encadrent|dirigent|managers?|manageuses?|chefs?)(?: une equipe| des gens)? pour la premiere fois
    (?:managers?|gerentes|jef[ea]s?|mandos|responsables|lideres|gestor\\p{L}*|directiv[oa]s) (?:primeriz[oa]s?|novat[oa]s?|novel(?:es)?|principiantes|debutantes|recien estrenad[oa]s); (?:gestionan|dirigen|lideran|managers?|jef[ea]s?|gerentes)(?: un equipo| gente| personas)? por primera vez; nuevos (?:managers?|jefes|mandos|gerentes)`,
  ],
  [
    'tag',
    'Serial founder',
    `(?:serial|repeat|multiple|multi|second[ -]time|third[ -]time)[ -](?:founders?|entrepreneurs?|cofounders?); founded (?:several|multiple|many|more than one|two or more|a few|a bunch of|a string of|various) (?:compan(?:y|ies)|start-?ups?|businesses|firms|ventures|things)
    (?:serien|mehrfach|dauer|multi|wiederholungs)-?(?:(?:mit)?gr[u]nder|unternehmer|entrepreneur)\\p{L}*; mehr(?:ere|fach|mals|malig)(?: schon| bereits)? (?:firmen|unternehmen|start-?ups? )?(?:gegrundet|gegrundete\\p{L}*|grunde\\p{L}+)(?: haben| hat)?
    (?:fondat(?:eurs?|rices?)|entrepreneu(?:rs?|ses?)|createurs?|serial) (?:en serie|recidivistes?|multiples?|entrepreneurs?|multirecidivistes?); multi-?(?:entrepreneurs?|fondateurs?); (?:fonde|cree|monte|lance) plusieurs (?:entreprises|boites|societes|start-?ups?|compagnies)
    (?:fundador|emprendedor|empresari|creador)\\p{L}* (?:en serie|seriale?s|multiples?|reincidentes?); (?:fundado|fundaron|creado|crearon|montado|montaron) varias (?:empresas|startups?|companias|sociedades)`,
  ],
  [
    'tag',
    'Speaks at conferences',
    `(?:conference|event|summit) (?:regulars?|fixtures?|circuit); stammgaste? (?:auf|bei) (?:konferenzen|kongressen|tagungen); habitue(?:e|s|es)? des (?:conferences|congres|salons|colloques); habituales (?:de|en) (?:los |las )?(?:congresos|conferencias|eventos|jornadas); (?:(?:who|often|regularly|frequent(?:ly)?|to) )*(?:speak(?:s|ing)?|talk(?:s|ing)?|present(?:s|ing)?|spoke|spoken|keynot(?:e|es|ing)|giv(?:es?|ing) (?:talks|keynotes|speeches)) (?:at|on|in) (?:the |big |industry |tech )*(?:conferences?|events?|stages?|congress(?:es)?|summits?|conventions?|meet-?ups?|podiums?|panels?); (?:gives?|giving) (?:talks|keynotes|speeches); (?:conference|keynote|public|event|congress|summit|stage|panel|convention)[ -]?(?:speak|present|talk)\\p{L}*; (?:frequent |regular )?speakers?(?: (?:at|on|for) (?:conferences?|events?|stages?|congresses|panels?))?; keynoters?; on the conference circuit
    (?:konferenz|kongress|keynote|tagungs|fach|messe|buhnen)-?(?:sprecher|redner|speaker|referent|vortragend)\\p{L}*; (?:(?:oft|gern|gerne|regelmassig|haufig|viel) )?(?:auf|bei|an|als) (?:fach|grossen )?-?(?:konferenzen?|kongressen?|tagungen|buhnen|events|veranstaltungen|podien|messen|redner|speaker|referent)(?: (?:sprechen|spricht|reden|redet|auftreten|auftritt|vortragen|vortragt|stehen|steht|vortrage))*; (?:halten |halt )?vortrage(?: halten| halt)?(?: auf konferenzen)?; redner(?:in|innen|n)?; referent(?:en|in|innen)
    (?:qui )?(?:parl|interv|prenn|prend|prise|present|anim)\\p{L}*(?: souvent| regulierement| la parole)? (?:en|dans|a|aux|lors|pendant|au cours)(?: de| d.| des| les| la)* ?(?:conferences?|congres|colloques?|salons?|evenements?|tables rondes|seminaires); (?:conferencier|oratrice|orateur)\\p{L}*; intervenant(?:e)?s?(?: (?:en|de|dans|a|aux)(?: des| les)? (?:conferences?|congres|colloques?|salons?))?; font des conferences; donnent des conferences; habitues des (?:conferences|congres|colloques)
    ponentes?(?: (?:de|en|habituales en) (?:los )?(?:congresos?|conferencias?|eventos?|jornadas))?; conferenci(?:antes?|stas?); orador(?:es|as?)?(?: (?:de|en) (?:congresos?|conferencias?|eventos?))?; (?:dan|da|dando|imparten|dar) (?:charlas|conferencias|ponencias)(?: (?:en|de) (?:congresos?|conferencias?|eventos?))?; (?:que )?(?:habl|interven|particip|interv)\\p{L}+ en (?:congresos?|conferencias?|eventos?|jornadas|foros)`,
  ],
  [
    'tag',
    'Open source',
    `(?:open|opensource)[ -]?source(?:[ -](?:contribut|maintain|commit|collab|enthusias|fan|people|folk|project|beitrag|leute|communit|mitwirk|aktive|engag|contrib|work|software|code)\\p{L}*)?; (?:foss|floss|oss)(?: (?:contributors?|maintainers?))?
    quelloffen\\p{L}*(?: (?:software|projekte\\p{L}*|code))?; freier? software; (?:contribut\\p{L}+|contrib\\p{L}*) (?:a |au |aux |de |du |d.)?(?:l.)?(?:projets? )?(?:open[ -]?source|libres?); (?:logiciels?|code) libres?; (?:colaborador|contribu|contribuy|mantenedor|desarroll)\\p{L}* (?:de |en |a |al |del )(?:proyectos )?(?:codigo abierto|open[ -]?source|software libre); (?:codigo abierto|software libre)`,
  ],
  [
    'tag',
    'Relocated',
    `(?:(?:has|have|who|just|recently) )*relocat(?:ed|ees?|ers?|ing|ions?)(?: (?:people|folks|to(?= )))?; expat(?:riate)?s?; moved (?:abroad|countr(?:y|ies)|overseas|cities|continents?); movers from abroad
    umgezogen\\p{L}*; zugezogen\\p{L}*; ausgewandert\\p{L}*; (?:umgesiedelt|ubergesiedelt|weggezogen|hergezogen|hingezogen|eingewandert)\\p{L}*; expats
    relocalise?e?s?; (?:expatri|delocalis|relog|mut)ee?s(?= (?:a|au|aux|en|dans)(?!\\p{L})); (?:ont |a |ayant )?demenage\\p{L}*; installees? a l.etranger
    (?:reubicad|relocalizad|trasladad|expatriad|mudad)[oa]s?; (?:se )?(?:han |ha )?(?:mudaron|mudado|trasladaron|reubicaron)`,
  ],
  [
    'tag',
    'Board experience',
    `board(?:room)?[ -](?:experience|seats?|mandates?|exposure|background|tenures?|savvy); (?:experience|sat|serv\\p{L}+|time) (?:on|in|with|of) (?:a |the |company |corporate |supervisory |advisory |several )*boards?(?: of directors)?; sits on boards; non-?exec(?:utive)?(?: director)?s? (?:experience|background|roles?|posts?); (?:supervisory|advisory) board experience
    (?:(?:bei|auf|ver)\\p{L}{2,12}rats-?,? ?(?:oder|und|/|,)? ?)?(?:beirats|aufsichtsrats|verwaltungsrats|gremien|board|vorstands|stiftungsrats)-?(?:erfahr|mandat|posten|sitz)\\p{L}*; (?:erfahrung(?:en)?|mandate?) (?:in|im|als|mit) (?:einem |dem |der |einer )?(?:aufsichtsrat|beirat|verwaltungsrat|gremien|board|aufsichtsgremien|verwaltungsraten|aufsichtsraten|beiraten)\\p{L}*
    (?:(?:une |de l.|avec )?experience|passages?|sieg\\p{L}+|mandats?|habitues?) (?:en|de|des|du|d.|dans|au sein|a|aux|au)(?: de| des| d.| un| les| le| l.)* ?(?:conseils?(?: d.administration| de surveillance)?|administrateurs?|administratrices?|ca(?!\\p{L})|board)
    (?:con |tengan? |tiene |tienen )?(?:experiencia|mandatos?|paso|asientos?) (?:en|de|por) (?:los |las |el |la |un |una |algun )?(?:consej(?:os?|eros?|eras?)|juntas?|directorios?|board)(?: (?:de administracion|directivas?|de direccion|asesor\\p{L}*))?`,
  ],
  [
    'open',
    '1',
    `(?:(?:is|are|be|would be|might be|currently|actively) )*open (?:to|for) (?:(?:a|an|any|new|next|other|the|something|anything|some|better|remote|freelance|job) ?)*(?:work(?:ing)?|offers?|opportunit(?:y|ies)|moves?|moving|roles?|jobs?|chang(?:e|es|ing)|challenges?|positions?|gigs?|switch(?:ing)?|new(?!\\p{L})|else|different|approaches|being (?:approached|poached|hired)|proposals?); open[ -]to[ -]work
    (?:actively |currently )?(?:looking|searching|hunting|on the lookout|seeking)(?: for| to)? (?:(?:a|an|any|their|his|her|new|next|another|other|different|better) ?)*(?:jobs?|work|roles?|positions?|opportunit(?:y|ies)|challenges?|gigs?|something (?:new|else|different)|(?:move|change|switch) (?:jobs|roles|employers?|companies)|employment|employers?)
    (?:actively|casually|currently|passively) looking; job[ -]?(?:seek|hunt|search)\\p{L}*; on the (?:job )?market; between jobs; (?:up|ready|keen|willing|itching|happy) (?:for|to) (?:a |their )?(?:change|move|new job|next (?:role|job|move)|switch|leave|jump ship); (?:want|wants|wanting) (?:a )?(?:new (?:job|role|challenge)|to (?:change|switch) jobs?|out); up for grabs
    (?:offen|bereit|aufgeschlossen|zu haben|empfanglich)\\p{L}{0,2} (?:fur|zu) (?:(?:etwas|was|einen?|eine|ein|den|neue\\p{L}*|andere\\p{L}*|berufliche?\\p{L}*) )*(?:neue[srmn]?|anderes|angebote?n?|wechsel|jobwechsel|jobs?|stellen?|herausforderung(?:en)?|aufgaben?|job-?angebote|chancen|veranderung(?:en)?|arbeit|tapetenwechsel); (?:etwas|was) (?:neues|anderes) (?:suchen|sucht|gesucht|wollen|will|mochten?|vorhaben); (?:such(?:en|t)|wollen|mochten) (?:gerade |derzeit |aktuell |aktiv |beruflich )*(?:(?:nach )?(?:etwas|was) (?:neues|neuem|anderes)|(?:nach )?(?:einen?|eine[rm]?|neue[nr]?|neuen) (?:neuen? |neuer )?(?:jobs?|stellen?|herausforderung|aufgabe|arbeit|posten|position|arbeitgeber)|wechseln|weg|einen tapetenwechsel); (?:auf|in) (?:(?:der|aktiver?|akuter) )*(?:job|stellen|arbeits)suche; auf der suche nach (?:(?:einer?|einem|neuen?|etwas|was|neuer) )*(?:jobs?|stelle|neuem|herausforderung|arbeit|aufgabe|position); (?:wechsel(?:willig|bereit|freudig|interessiert)|jobsuchend|arbeits?suchend|stellensuchend|arbeitslos|abwerbbar)\\p{L}*; verfugbar(?:e[nr]?)?; (?:sich )?(?:beruflich )?(?:neu (?:orientier|umseh|umschau)|umorientier|verander[nt]|umsehen|umschauen)\\p{L}*(?: wollen| mochten| will)?; zu haben (?:sind|waren|ist)
    (?:a l.)?ecoute (?:du marche|d.(?:opportunites?|offres?|un (?:nouveau )?poste|une? (?:nouvelle |nouveau )?(?:opportunite|poste|emploi|defi))|de (?:nouvelles? )?(?:opportunites?|offres?|propositions?)|des? (?:offres|opportunites)); a l.ecoute; ouvert(?:e)?s? (?:a|aux|au) (?:(?:de|des|du|un|une|d.|nouvelles?|nouveaux?|autres?) ?)*(?:offres?|opportunites?|changement|propositions?|defis?|postes?|nouveau|marche|emploi|missions?|bouger); en (?:recherche|quete) (?:active|d.(?:un )?(?:emploi|opportunites?|(?:nouveau |autre )?poste)|de (?:poste|travail|boulot|job|missions?)|d.un(?:e)? (?:nouveau |nouvelle )?(?:poste|emploi|job|travail|opportunite|defi)); (?:en )?recherche active; cherch\\p{L}+ (?:activement )?(?:(?:un|une|du|de|des|nouveau|nouvelle|autre) )*(?:postes?|emploi|travail|boulot|job|taf|opportunites?|defi|employeur|changer|bouger|autre chose|ailleurs); (?:prets?|pretes?) a (?:bouger|changer|partir); (?:veulent|souhaitent|envisagent de|aimeraient|voudraient|envie de) (?:bouger|changer|partir)(?: de (?:poste|job|boite|boulot))?; en veille(?: active)?; disponibles?(?: (?:immediatement|de suite))?
    abiert[oa]s? a (?:(?:un|una|nuev[oa]s?|otras?|otros?|recibir|escuchar|el|la|las) )*(?:ofertas?|oportunidades?|propuestas?|cambios?|cambiar|trabajos?|retos?|empleos?|puestos?|trabajar|mudarse|algo (?:nuevo|distinto)|desafios?); (?:en )?(?:busqueda|busca) (?:activa|de (?:(?:un|nuev[oa]s?|otro) )*(?:empleo|trabajo|curro|oportunidades|puesto|retos|algo))(?: de (?:empleo|trabajo))?; (?:que )?(?:busc|anda?n? buscando|esta?n? buscando)\\p{L}* (?:activamente )?(?:(?:un|una|nuev[oa]s?|otr[oa]s?) )*(?:trabajo|empleo|curro|puesto|chamba|laburo|retos?|oportunidades|algo (?:nuevo|distinto)|cambiar|cambio|moverse); (?:con ganas de|quieran?|quieren|dispuest[oa]s? a|deseando) (?:un )?(?:cambi(?:ar|o)|moverse|irse)(?: de (?:trabajo|empresa|aires|curro|puesto))?; a la escucha; disponibles?; en el mercado(?: laboral)?`,
  ],
  [
    'hiring',
    '1',
    `(?:(?:who|is|are|.s|currently|actively|now) )*(?:looking|trying|wanting|planning) to (?:hire|recruit)(?: people| staff| somebody| someone)?; hiring(?! managers?)(?: (?:right now|now|people|staff))?; (?:has|have|with|got) (?:any )?(?:open (?:roles?|positions?|reqs?|jobs?)|vacanc(?:y|ies)|job openings?|openings); (?:growing|building|expanding) (?:out )?(?:their|his|her) teams?; (?:is|are|.s) (?:currently |actively |now )?recruiting
    stell(?:t|en) (?:(?:gerade|derzeit|aktuell|momentan|zurzeit|leute|personal|neue|mitarbeiter|noch|jetzt) )*ein; (?:gerade |derzeit |aktuell |leute |personal )*(?:einstellen|einstellt)(?: wollen)?; such(?:t|en) (?:gerade |derzeit |aktuell |noch |dringend )*(?:personal|verstarkung|neue (?:leute|kollegen|mitarbeiter)); (?:offene|freie|unbesetzte) stellen(?: (?:hat|haben|zu besetzen))?; am einstellen; stellen (?:aus(?:geschrieben|schreib\\p{L}+)|zu (?:besetzen|vergeben))(?: haben| hat)?; rekrutier(?:t|en)
    recrut(?:e|ent|ant|ait|aient)(?: (?:en ce moment|actuellement|du monde|des gens))?; embauch(?:e|ent|ant)(?: (?:en ce moment|actuellement|du monde|des gens))?; (?:a|ont|avec|ayant) des (?:postes|offres) (?:a pourvoir|ouverts?|d.emploi|vacants); cherch\\p{L}+ (?:a (?:recruter|embaucher)|du monde|du personnel); en (?:plein )?recrutement; postes? a pourvoir
    (?:(?:este?n?|estan?) )?contrat(?:a|an|ando|en|e)(?!\\p{L})(?: (?:gente|personal|ahora|empleados|a alguien))?; (?:estan? )?(?:reclutando|recluta|reclutan|fichando|incorporando)(?: (?:gente|personal))?; (?:esta|estan|anda|andan) buscando (?:gente|personal|candidatos|empleados); (?:tienen?|con|tengan?|hay) (?:vacantes|puestos (?:libres|abiertos|vacantes)|plazas)`,
  ],
  [
    'level',
    'founder',
    `(?:(?:who|then|later|since|have|has|went|gone|on|to|now|and|that|off) )*(?:start(?:ed|ing)?|found(?:ed|ing)?|launch(?:ed|ing)?|buil[dt](?:ing)?|creat(?:ed?|ing)|set(?:ting)? up|r[ua]n(?:ning)?) (?:(?:a|an|up|their|his|her|own|new|something of|something on) )*(?:own (?:thing|shop|business|firm|company|gig|venture|start-?up|something)|(?:their|his|her|a|an) (?:company|business|start-?up|firm|venture)|something|companies|start-?ups?(?! in| at)|shop|on their own)(?: of their own)?; struck out on their own; went solo; turned founders?
    (?:(?:dann|spater|danach|heute|inzwischen|selbst|selber|etwas|was|ein|eine|eigene[ns]?|firma|unternehmen|start-?up|firmen|sich|mit) )*(?:gegrundet|selbstst?andig gemacht|aufgemacht|aufgebaut)(?: haben| hat)?(?! (?:1|2)\\d{3}); (?:etwas|was|eine? )?eigene[ns]?(?: firma| unternehmen| start-?up| laden| ding)(?: (?:gegrundet|aufgemacht|gestartet|haben|hat|fuhren|fuhrt|machen))*
    (?:(?:puis|ensuite|depuis|ont|a|ayant|qui|apres) )*(?:(?:fond|mont|cre|lanc)(?:e|ee|es|er|ent|ant)) (?:leur|sa|son|une|leurs|la|un)(?: propre)?s? (?:boites?|entreprises?|societes?|start-?ups?|projet|affaires?|structure)(?! de \\d); (?:se sont |s.est |s.est )?(?:lance|mis|mise)e?s? a (?:leur|son) compte
    (?:(?:luego|despues|que|han?|y) )*(?:fund|mont|cre|lanz|abr)(?:aron|o|ado|an|ando|ieron|ar|e|iero) (?:su|una|sus|un|la|algo)(?: propi[oa]s?)? ?(?:empresas?|negocios?|startups?|companias?|proyectos?|propi[oa]|chiringuito)?; (?:emprend)(?:ieron|io|ido|en)(?: por su cuenta)?`,
  ],
];

const patterns = table.map(([filter, value, ways]) => ({
  filter,
  value,
  pattern: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${ways
      .split(/[;\n]\s*/)
      .map((way) => way.trim())
      .filter((way) => way !== '')
      .toSorted((one, other) => other.length - one.length)
      .join('|')
      .replaceAll(' ', String.raw`\s`)})(?![\p{L}\p{N}])`,
    'gu',
  ),
}));

/** Who asks, folded: `we are hiring` says nothing about others. */
const asker =
  /(?<!\p{L})(?:i|we|i.m|we.re|i.ve|we.ve|my|our|ich|wir|je|j.|nous|on|yo|nosotros|estamos|estoy)(?:\s(?:am|are|have|been|suche|suchen|wollen|mochten|currently|actively|now|just|sommes|suis|en train de|urgently|still)){0,3}\s*$/u;

/** The facts that a text tells in idioms, the longest of overlapping ones. */
export const factsIn = (text: string): readonly Fact[] => {
  const folded = foldedInPlace(text);
  const kept: Fact[] = [];
  const all = patterns.flatMap(({ filter, value, pattern }) =>
    [...folded.matchAll(pattern)].map(({ 0: match, index }) => ({
      ...{ filter, value, start: index, end: index + match.length },
    })),
  );
  const told = all.filter(({ filter, start }) => filter === 'tag' || !asker.test(folded.slice(0, start)));
  for (const fact of told.toSorted((one, other) => other.end - other.start - (one.end - one.start)))
    if (!kept.some(({ start, end }) => fact.start < end && start < fact.end)) kept.push(fact);
  return kept.toSorted((one, other) => one.start - other.start);
};

/** A text with spans blanked; other offsets stay. */
export const blankedAt = (text: string, spans: readonly { readonly start: number; readonly end: number }[]): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
