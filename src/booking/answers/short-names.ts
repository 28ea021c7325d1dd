import { areAlikeNames, wordsOfName } from './name-words.ts';

/** True if two first names may be those of one person: another spelling, a short form or a usual other form. */
export function areAlikeFirstNames(one: string, other: string): boolean {
  if (areOfTwoGenders(one, other)) return false;
  if (areAlikeNames(one, other)) return true;
  const [short = '', long = ''] = [one, other].map(asSpoken).sort((a, b) => a.length - b.length);
  if (short.length >= 2 && long.startsWith(short.replace(/(?<=...)i$/, ''))) return true;
  return isContraction(short, long) || (formsOf.get(one)?.some(group => group.has(other)) ?? false);
}

/** True for the names of a man and a woman that differ by their endings alone: `Julian` and `Julia`. */
function areOfTwoGenders(one: string, other: string): boolean {
  const [first, second] = [one, other].map(asSpoken);
  return ofMen.get(first ?? '')?.has(second ?? '') || ofMen.get(second ?? '')?.has(first ?? '') || false;
}

/** Returns one spelling for names that sound alike: `stefi` of `Steffi`, `karl` of `Carl`. */
function asSpoken(name: string): string {
  return name
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replaceAll(/c(?!h)/g, 'k')
    .replaceAll('y', 'i')
    .replaceAll(/(.)\1/g, '$1');
}

/** True for `Tom` and `Thomas`, `Bernd` and `Bernhard`, `Klaus` and `Nikolaus`: the letters of one in their order. */
function isContraction(short: string, long: string): boolean {
  if (short.length < 3 || (short[0] !== long[0] && short.at(-1) !== long.at(-1))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** First names that one person uses beside each other, and that the spelling does not show. */
const groups = `
  Hans Johannes Johann Jan Hannes Hanno Johan John Jonny Johnny Jack Joop
  Robert Bob Bobby Rob Robin
  William Wilhelm Willem Bill Billy Will Willi Willy Wim Liam
  Richard Dick Rick Ricky
  Eduard Edward Ede Ed Eddie Eddy Ted Teddy
  James Jim Jimmy
  Katharina Catharina Katherine Catherine Kathrin Katrin Kate Käthe Kati Kathi Cathy Kathy Katja Karin Trine Rina Ina
  Margarete Margarethe Margaret Margret Margit Greta Grete Gretel Peggy Meg Maggie Rita Gitta
  Brigitte Gitte Gitta Birgit Biggi Britta
  Elisabeth Elizabeth Lisa Lisbeth Elsbeth Betty Betti Bettina Lizzy Liz Beth Elli Ella Sissi Sisi Else Elise Ilse Liesel Lilli Lilly Isabel
  Josef Joseph Sepp Jupp Joe Jo Josi
  Maria Marie Mary Mia Mitzi Mizzi Ria Mariechen
  Johanna Hanna Hannah Hanne Hanni Jo
  Theresia Theresa Therese Resi Tessa
  Anton Antonius Toni Tony
  Antonia Toni
  Georg George Jörg Jürgen Schorsch Görge
  Joachim Jochen Jochem Achim Jogi
  Heinrich Heinz Heiner Henry Harry Hendrik Henrik Henk Hinnerk
  Friedrich Fritz Fred Freddy Friedel Frieder
  Alfred Fred Fredi
  Manfred Manni Fred
  Michael Mike Michel Micha Michi Mick Mischa Maik
  Michaela Michi Micha Ela
  Manuela Manu Ela
  Emanuel Manuel Manu Manni
  Alexander Alex Sascha Sasha Xander Sander Lex Sandro
  Alexandra Alex Sascha Sandra Sasha Xenia
  Nikolaus Klaus Claus Nico Niko Nick Niklas
  Matthias Matze Hias Mattes Matt Thies
  Sebastian Basti Wastl Bastian
  Ludwig Lutz Louis Luis Lui
  Rudolf Rudi Rolf
  Ulrich Uli Ulli Utz
  Ulrike Uli Ulli Rike
  Friederike Rike Fritzi
  Angelika Angela Geli Angie
  Barbara Bärbel Babs Babsi
  Susanne Susanna Susan Susi Suse Sue Sanne
  Sabine Bine Biene
  Christian Christoph Chris Kristian
  Christina Christine Christiane Tina Chris Christel Kirsten Kerstin
  Charlotte Lotte Lotti Charly
  Karl Carl Charles Charly Charlie Kalle
  Gertrud Gertrude Trudi Trude Traudel Traudl
  Waltraud Waltraut Traudel Traudl Wally
  Edeltraud Traudel Traudl
  Magdalena Magda Lena Leni
  Helene Helena Lena Leni Ellen
  Leopold Poldi Leo
  Veronika Vroni Vera
  Franziska Franzi Fanny Sissi
  Cornelia Conny Conni Nele
  Konrad Conrad Kurt Conny
  Konstantin Constantin Conny
  Dorothea Dorothee Doro Thea Dora
  Rosemarie Rosi Romy
  Hannelore Lore Hanne Hanni
  Eleonore Eleonora Lore Nora
  Ursula Uschi Ulla Ulli
  Jakob Jacob Köbi Jaap
  Peter Pit Piet Pieter
  Daniel Dani Danny
  Gerhard Gerd Gert Hardy
  Eberhard Ebbi Hardy
  Gottfried Götz Friedel
  Dietrich Dieter Dirk
  Wolfgang Wolle
  Mohammed Mohamed Muhammad Mehmet Mo
  Giuseppe Beppe Pino
  Giovanni Gianni Nino
  Francesco Franco
  José Pepe
  Cornelis Kees Cees
  Adrianus Ad Arjan
  Małgorzata Gosia
  Katarzyna Kasia
  Joanna Asia
  Aleksandra Ola
  Dmitri Dima
  Michail Mischa
  Ivan Wanja
  Ekaterina Jekaterina Katja Katya
  Natalia Natascha Natasha
  Julia Juliane Juliana Jule Juli Julchen Jules Giulia
  Eva Evi Ewa Eve Evelyn Eveline
  Charlotte Lotta Carlotta Karlotta
  Mathilde Tilda Tilly Thilda
  Henriette Jette Henny Hetty
  Adelheid Heidi Heide
  Josefine Josephine Fine Fina Pepi
  Wilhelmine Mina Minna Wilma Helma
  Ottilie Tilly
  Hedwig Hedi Heda
  Amalie Amelie Malie Mali
  Jennifer Jenny
  Franz Francesco Francisco Franjo Ferenc François Francis Frantisek Franciszek
  Johannes Johann Hans Juan Giovanni Jean Ivan João Giannis Yannis Ioannis Yahya Janos Hansi
  Joachim Hajo Hansjoachim
  Josef Giuseppe José Yusuf Yousef Jozef Josip Osip Pepe Beppo Joschi
  Peter Pierre Pietro Pedro Petr Piotr Pjotr Petros Petar Peder
  Paul Paolo Pablo Pavel Pawel Paulo Pal
  Georg Giorgio Jorge Georges Jiri Jerzy Giorgos Yorgos
  Andreas Andrea André Andrew Andrzej Andrej Andrey Ondrej Andres Anders Andi Drew
  Michael Michele Miguel Michal Mihail Mihai Mikael Mikhail Michail Mikkel
  Stefan Stephen Steven Steve Etienne Esteban Stefano Istvan Szczepan Steffen
  Wilhelm Guillaume Guglielmo Guillermo Vilem
  Karl Carlo Carlos Karel Karol Karoly
  Ludwig Luigi Ludovico Ludovic Lewis Lajos
  Heinrich Enrico Enrique Henri Henryk Henrique
  Friedrich Federico Frederic Frederik Fryderyk
  Jakob Giacomo Jaime James Jacques Yakup Jacopo
  Philipp Filippo Felipe Flip Phil
  Lorenz Laurenz Lorenzo Laurent Lawrence Larry
  Markus Marco Marc Mark Marek Marcos
  Matthias Matteo Mateo Mateusz Mathieu Matej Matthew
  Lukas Luca Luc Luke Lucas
  Thomas Tommaso Tomas Tomasz Toma
  Vinzenz Vincent Vincenzo Vicente Enzo
  Lena Leni Helena Elena Ilona Jelena Eleni
  Katharina Caterina Catalina Ekaterina Kateryna Jekaterina
  Elisabeth Elisabetta Isabella Erzsebet Elzbieta Alzbeta Elsa Elisa Lis Lise Bella
  Maria Mariam Maryam Meryem Miriam Mirjam Marija Marie
  Anna Ana Anne Ania Anja Anka Änne Annika Annette
  Margarete Margherita Marguerite Margarita Malgorzata Marit Merete Gretchen
  Agnes Agnieszka Agnese
  Luise Louise Luisa Lulu Lou
  Ibrahim Ibo Ibro Abraham
  Süleyman Sülo Salomon
  Fatima Fatma Fadime
  Hüseyin Hussein Huso
  Mohammed Mehmet Memo Muhammed Hamo
  Yakup Jakub Kuba
`;

const formsOf: ReadonlyMap<string, readonly ReadonlySet<string>[]> = listForms();

function listForms(): Map<string, readonly ReadonlySet<string>[]> {
  const found = new Map<string, readonly ReadonlySet<string>[]>();
  for (const line of groups.trim().split('\n')) {
    const group = new Set(wordsOfName(line.trim()));
    for (const name of group) found.set(name, [...(found.get(name) ?? []), group]);
  }
  return found;
}

/** A name of men, and the names of women that are no form of it. A form that both use, such as `Alexa`, is not listed. */
const pairs = `
  Julian Julia Juliane Juliana
  Julius Julia Juliane Juliana
  Martin Martina
  Paul Paula Pauline Paulina
  Jan Jana Janina Janine
  Luis Luisa Luise
  Louis Louisa Louise
  Daniel Daniela Danielle
  Leon Leonie Leona
  Christian Christiane Christina Christine Christiana
  Stefan Stefanie Stefania
  Michael Michaela
  Manuel Manuela
  Emanuel Emanuela
  Gabriel Gabriele Gabriela Gabriella
  Robert Roberta
  Simon Simone Simona
  Karl Karla Carla Karola Karoline Karolina
  Erik Erika
  Alexander Alexandra
  Andreas Andrea
  Philipp Philippa Philippine
  Emil Emilia Emilie Emily
  Samuel Samuela
  Johann Johanna
  Johannes Johanna
  Maximilian Maximiliane Maximiliana
  Florian Floriane Floriana
  Fabian Fabiane Fabienne Fabiana
  Dominik Dominika Dominique
  Josef Josefa Josefine Josefina
  Anton Antonia Antonie
  Viktor Viktoria
  Franz Franziska
  Valentin Valentina
  Mario Maria Marie
  Marian Mariana Marianne
  Nico Nicole Nicola
  Oliver Olivia
  Raphael Raphaela Raffaela
  Sven Svenja
  Finn Finja
  Adrian Adriana Adriane
  Sebastian Sebastiane
  Bernhard Bernharda
  Wilhelm Wilhelmine Wilhelmina
  Friedrich Friederike
  Ulrich Ulrike
  Heinrich Henrike
  Henrik Henrike
  Hendrik Hendrikje
  Claudius Claudia
  Patrick Patricia
  Roman Romana
  Marcel Marcella
  Pascal Pascale
  Rene Renee
  Roland Rolanda
  Kristian Kristina Kristine
`;

const ofMen: ReadonlyMap<string, ReadonlySet<string>> = listPairs();

function listPairs(): Map<string, ReadonlySet<string>> {
  const lines = pairs
    .trim()
    .split('\n')
    .map(line => wordsOfName(line.trim()).map(asSpoken));
  return new Map(lines.map(([man = '', ...women]) => [man, new Set(women.filter(name => name !== man))]));
}
