import { setOf, wordsOf } from './names.ts';
import { isNoise } from './spans.ts';

/** Words of a question that say nothing about whom it asks for, but may begin or end a name. */
const fillers = setOf(
  `ex former formerly alumni alumnus alums alum once previously except outside other than folks employees employee staff
  team teammates teams contacts colleagues network open hiring within front plz thx guys members member together studied graduated
  mitarbeiter ehemalige ehemaliger ehemaligen ancien ancienne anciens anciennes antiguos antiguas skilled skills skill experts expert based living
  lives near around located named called here already recommend recommended good else several some those these connected connection connections
  door doors warmest strongest bunch help u r ur sb sth me 2 folk industry sector branche secteur area somewhere anywhere
  profesionales especialistas expertos gens kollegen kollegin kollege mensch menschen netzwerk branch headquartered
  all some every each both either sind vernetzt verbunden gut bekannte absolventen absolvent diplomes diplomados egresados graduates
  grads studiert etudie estudio estudiaron speak speaks spricht sprechen parlent hablan leute based senior-level
  love mind before exempleado exempleados exalumnos nosotros nosotras vosotros uber kommen war waren wurde etre presente soy somos
  welcher kannst konnt konnte moin zeige zeig kennst habt salut trouve montre connaissez puedes podrias necesitamos buscamos quisiera conoces cerco conosci conosciamo vorrei procuro conhece conheces preciso ken zoek konntest
  konntet draht rein reinbringen dort zugang einfuhrung hatte gern gerne call email mail message chat coffee lunch somehow possible voudrions llegar ponerme presentas conocer relation contacter mettez machen stellt stelle stellen
  able algun alguno alle also am ans arbeiten avons bekannt besoin bossent brauche brauchen ce cherchons connaissons
  conocemos conocen contacto contactos dans de einem einer equipe equipo es est euch favor gibt got gracias haben hablar
  hat hay if il introductions just kontakt kontakte lien like liste mal merci mettre mise mochte muestrame nach nuestra
  nuestro out parmi path personas pls pourriez pouvez presentarnos presentez pueden put qu quel quelle quelles quels
  quick quienes quiero reaching route searching so stp suchen svp te tenemos today toi touch trabajan travaillent trying
  tu unos unser unsere unserem unseren veux vorgestellt voudrais w welche
  niveau level nivel ebene selbst selber smbdy smb rly really stuff thing things irgendeinen irgendeine irgendein connaitrait connaitriez conoceria conocerian
  potrebbe poderia zou lavora trabalha werkt bosse travaille vorstellen are connais fruher biggest
  io mi noi lo gli uno della per e presentare presentarmi conosce qualcuno eu os um uma da na no com apresentar alguem ik
  mij ons het een van voor met voorstellen kent iemand looking search using left joined recently currently now dear warm
  way reach person persons worked konnen jemanden jemand personnes mich wir uns sie ihr
  but anything anyone everyone except excluding minus without ohne außer ausser nicht kein keine keinen sauf hors hormis sans excepte excepto salvo sin
  weder noch schon deja dont l menos fuera ni pas wurden worden werden ete sido fueron siendo außerhalb ausserhalb both using utilise utilisent utilisant emploient nutzen nutzt einsetzen setzen ein usan utilizan
  isn't aren't isnt arent doesn't don't tout toute tous toutes todo todos todas alles
  aber mais pero however please bitte presentar presenter trabaja working connaitre presentarme podria arbeitet days day now jetzt heute hoy ahora maintenant als como comme sea sean soit seit lately anymore nowadays
  nur only just seulement uniquement solo solamente juste zuvor früher
  sortis sorties sorti sortie issus issues issu issue forme formes formee formees poste weltweit worldwide globally egal whoever wherever
  donde quiera fonctions ahnung profils ceux celles devenus devenu devenue devenues salidos salidas salido salida neither nor berufserfahrung erfahrung erfahrungen kenntnis kenntnisse kenntnissen expertise experience experienced conocimientos
  sede siege hq headquarters headquarter hauptsitz ansassig page profile info infos information details seite profil pagina perfil ficha fiche ppl guy guys
  di vom aus sitz do dos das sonst etwas irgendwer irgendjemand notre network users user their stack su leur leurs ihrem ihren einsatz antes avant vorher nun mittlerweile inzwischen danach dann then puis auparavant desormais luego despues ist running sous side lado bzw wohnhaft dominen dominan beherrschen
  many monde mundo employes salaries salariees beschaftigte beschaftigten angestellte angestellten belegschaft plantilla workforce empleados empleadas trabajadores`,
);

/** Verbs of questions in any form, by their stems, folded. */
const verb =
  /^(?:went|gone|mov(?:ed|ing)|switch(?:ed|ing)|came|be(?:en)?|tourn(?:ent|ant|e)|gegangen|ging(?:en)?|(?:ge)?wechsel\p{L}*|part(?:i|ie|is|ies|ir|io|ieron)|pass(?:e|ee|es|ees|er)|pas(?:o|aron|ado|ar)|fueron|estaban?|(?:ge)?(?:sprech|sprich|arbeit|sitz|sess|wohn|leb|such|kenn|kann|brauch|zeig|mach|find|fund|treff|schick|helf|hilf|nenn|geb|gib|komm|steh|stand|tatig|beschaftig|gehor|gesucht|raussuch|(?:be)?nutz|setz|verwend|einsetz|stell|gut)(?:e|st|t|et|en|te|ten|est|end|es)?|(?:auf|an|ein|vor|raus|heraus|hin|her)(?:ge)?(?:such|stell|setz|find|zeig|komm)(?:t|en|e)|(?:work|liv|know|look|search|need|want|hir|bas|sit|serv|study|studi|us|run|mak|help|show|find|giv|tell|meet|talk|reach|connect|introduc|recommend|specializ|specialis|respons|focus|locat|resid)(?:e|s|es|ed|ing|ible)?|(?:parl|travaill|cherch|habit|viv|connaiss|recherch|trouv|montr|aid|rencontr|utilis|emploi|bas|situ|install|exerc|boss|resid|specialis)(?:e|es|ez|ent|ons|er|ant|ait|ais|aient|ee?s?)|(?:habl|dedic|trabaj|viv|busc|conoc|necesit|encontr|muestr|mostr|ayud|us|utiliz|resid|ubic|radic|especializ|emple)(?:o|as?|an|amos|en|es?|imos|emos|aba|aban|ando|iendo|ad[oa]s?|ar|er|ir|eo|ean))$/u;

/** Whether a text says nothing about whom a question asks for. */
export const isFiller = (text: string): boolean =>
  isNoise(text) ||
  (text !== 'SVP' &&
    wordsOf(text).every(
      (word) =>
        fillers.has(word) ||
        (word !== '' && text === text.toLowerCase() && verb.test(word)) ||
        (word !== text.toLowerCase() && isNoise(word)),
    ));
