import type { outside as english } from '../english/outside.ts';
import { counted, figure } from './numbers.ts';

export const outside: typeof english = {
  title: 'Freunde außerhalb dieses Netzes',
  panel: 'Internet',
  hint: 'Bittet deinen Router, sie aus dem Internet hereinzulassen. Dann kommen nur Leute herein, die du hinzufügst oder einlädst. Das kannst du ändern.',
  openHint: 'Wer aus dem Internet kommt, braucht das. Wer in deinem Netz ist, erreicht dich auch so.',
  guests: 'Gäste dürfen zuhören',
  guestsHint: 'Ohne Konto, wo ein Raum es erlaubt.',
  anyoneHint: 'Wer im Internet auf den Server stößt, kann sich ein Konto anlegen.',
  addHint:
    'Der Link oben lässt deine Freunde herein. Du kannst sie auch unter „Nutzer hinzufügen“ hinzufügen oder in einen Raum einladen.',
  states: { off: 'Aus', asking: 'Fragt nach', open: 'Offen', closed: 'Nicht erreichbar', shut: 'Geschlossen' },
  asking: 'Dein Router wird gebeten, den Port zu öffnen …',
  address: 'Öffentliche Adresse',
  until: (time) => `Dein Router hält den Port bis ${time} offen. Solange du hostest, wird das verlängert.`,
  noEnd:
    'Dein Router hält den Port offen, bis du die Session beendest. Stürzt die App ab, schließ ihn in den Einstellungen des Routers.',
  ownAddress: 'Sie gehört diesem Computer selbst. Dazwischen liegt nur seine Firewall.',
  noUdp: 'Dein Router hat keinen UDP-Port geöffnet. Gehen Pakete verloren, kommen Töne von außen deshalb später an.',
  unproved:
    'Das sagt dein Router. Lass jemanden von außen den Link ausprobieren: Von innen führen viele Router nicht zurück.',
  closeNow: 'Zugang von außen jetzt schließen',
  closeHint: 'Beendet sofort alle Verbindungen von außen. Wer in deinem Netz spielt, bleibt verbunden.',
  closed: (count) =>
    count === 0
      ? 'Der Zugang von außen ist geschlossen.'
      : `Der Zugang von außen ist geschlossen. Beendete Verbindungen: ${figure(count)}.`,
  shut: 'Der Zugang von außen ist geschlossen. Niemand kommt herein, bis du das wieder einschaltest.',
  shutByAdmin: 'Der Zugang von außen ist geschlossen. Niemand kommt herein, bis der Server neu gestartet wird.',
  reach: {
    title: 'Bist du von außen erreichbar?',
    reached: 'Dein Server erreicht sich selbst unter seiner öffentlichen Adresse, über den Router.',
    other:
      'Unter der öffentlichen Adresse antwortet ein anderer Server: Dein Router nennt eine falsche Adresse oder leitet den Port an einen anderen Computer weiter.',
    silent:
      'Dein Server erreicht sich unter seiner öffentlichen Adresse nicht. Viele Router führen von innen nicht zurück, deshalb merkt man das nur von außen.',
    make: 'Testlink erstellen',
    link: 'Testlink',
    linkHint: 'Lass ihn innerhalb einer Stunde jemanden außerhalb öffnen. Hier steht dann, was ankommt.',
    outside: (time, address) => `${time}: Jemand außerhalb (${address}) erreicht dich.`,
    inside: (time, address) => `${time}: Jemand in diesem Netz (${address}), das beweist nichts.`,
    udp: {
      trying: 'UDP wird getestet.',
      reached: 'UDP geht auch.',
      failed: 'UDP geht nicht: Töne warten auf verlorene Pakete. Gib auch den UDP-Port frei.',
      none: 'UDP wurde nicht getestet: Der Browser dort nutzt es nicht.',
    },
  },
  link: 'Link für Freunde außerhalb',
  linkHint: 'Er nennt erst deine öffentliche Adresse, dann die in deinem Netz. Die App nimmt die, die geht.',
  linkAdmits: (people, date) =>
    `Bis ${date} lässt er ${counted(people, { one: 'Person', other: 'Leute' })} herein. Gib ihn deshalb sonst niemandem.`,
  linkInside: 'Link für dieses Netz',
  problems: {
    noAnswer: () => 'Von außen bist du nicht erreichbar: Hier antwortet kein Router auf UPnP, NAT-PMP oder PCP.',
    refused: (router) => `Von außen bist du nicht erreichbar: Dein Router (${router}) öffnet den Port nicht.`,
    carrierGradeNat: (_router, address) =>
      `Von außen bist du nicht erreichbar: Dein Anbieter teilt eine Adresse auf mehrere Anschlüsse auf (CGNAT). Die Adresse deines Routers, ${address}, gibt es im Internet nicht, deshalb hilft auch keine Portfreigabe.`,
    secondRouter: (router, address) =>
      `Von außen bist du nicht erreichbar: Hier hängen zwei Router hintereinander. Der erste (${router}) hat vom zweiten die private Adresse ${address}.`,
    offline: (router) =>
      `Von außen bist du nicht erreichbar: Dein Router (${router}) hat gerade keine Adresse im Internet.`,
  },
  helps: 'Was hilft',
  help: {
    noAnswer:
      'Schalte im Router UPnP oder NAT-PMP ein. Oft heißt das „selbstständige Portfreigabe“ oder „automatische Portfreigabe“.',
    refused:
      'Erlaube diesem Computer im Router, Ports zu öffnen: UPnP oder NAT-PMP, oft „selbstständige Portfreigabe“ genannt.',
    carrierGradeNat: 'Bitte deinen Anbieter um eine eigene öffentliche IPv4-Adresse.',
    secondRouter: 'Stell einen der Router auf Bridge-Modus oder Access Point um.',
    offline: 'Prüf, ob deine Internetverbindung funktioniert.',
  },
  byHand: 'Oder richte im Router eine Portfreigabe ein, außen mit denselben Nummern:',
  byHandInBoth: (address) =>
    `Oder richte in beiden Routern eine Portfreigabe ein: im ersten auf diesen Computer, im zweiten auf ${address}. Außen gelten dieselben Nummern.`,
  byHandLink: (address) =>
    `Schick dann den Link oben mit deiner öffentlichen Adresse an der Stelle von ${address}. Dein Router zeigt sie an.`,
  computer: 'Dieser Computer',
  tcp: 'TCP-Port',
  udp: 'UDP-Port',
  ipv6: 'IPv6, wenn alle es haben: Ein Roomtone-Server ohne App nutzt es mit ROOMTONE_HOST=::, und sein Port muss im Router freigegeben sein.',
  vpn: 'Ein VPN wie Tailscale: Alle installieren es und kommen über die Adresse, die dieser Computer dort hat. Dann kann das hier aus bleiben.',
  rented: 'Ein gemieteter Server, auf dem Roomtone läuft.',
  retried: 'Roomtone fragt den Router weiter und zeigt hier, sobald es geht.',
  connections: {
    title: 'Wer verbunden ist',
    none: 'Gerade niemand.',
    places: { here: 'dieser Computer', network: 'dieses Netz', outside: 'von außen' },
    since: (time) => `seit ${time}`,
  },
};
