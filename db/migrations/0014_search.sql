-- Search as people type: words that mean the same find one another, all words may be anywhere, and what is right comes
-- before what is similar. The words of a query are widened when they are looked for, so that nothing is indexed again.
grant create on schema app, public to service_role;
set local role service_role;

/*
 * Families of words that mean the same: a copy of packages/domain/src/search/search-families.json, which says how to read them.
 * A word of the first line of a cuisine also means the cuisine's other lines; "~" is understood, but not looked for.
 */
create function app.search_families() returns jsonb language sql immutable parallel safe as $$ select $families${
  "cuisines": {
    "Mexican": [
      "mexicana, mexicano, mexican, mexa, comida mexicana, mexican food, antojito, tex mex, 🇲🇽",
      "taco, taqueria, taquero, taquiza, taquito, 🌮",
      "pastor, al pastor, trompo, adobada",
      "suadero, campechano, longaniza",
      "birria, birrieria, quesabirria",
      "barbacoa, borrego, mixiote, barbacoyero",
      "carnitas, ~maciza, buche",
      "cochinita, cochinita pibil, pibil, panucho, salbute",
      "burrito, ~burro, chimichanga, burrita, 🌯",
      "quesadilla, quesadillera, gringa, dobladita, machete",
      "enchilada, entomatada, enfrijolada, enmolada",
      "chilaquil, chilaquiles",
      "tamal, tamale, tamaleria, tamalera, corunda, uchepo, hallaca, humita, 🫔",
      "pozole, pozoleria, posole",
      "mole, mole poblano, mole negro, manchamantel",
      "chile en nogada, nogada",
      "chile relleno, stuffed pepper",
      "torta, torteria, cemita, guajolota, pambazo",
      "torta ahogada, ahogada",
      "tlayuda, oaxaquena, oaxaqueno, oaxacan, memela",
      "gordita, sope, huarache, tlacoyo, picadita, itacate, bocol",
      "tostada, tostaderia",
      "flauta, taco dorado, dorado",
      "elote, esquite, corn, maiz, 🌽",
      "guacamole, aguacate, avocado, 🥑",
      "nacho, totopo, tortilla chip",
      "fajita, alambre",
      "caldo de res, mole de olla, caldo tlalpeno, puchero",
      "menudo, pancita, mondongo",
      "cecina, arrachera, carne asada, machaca",
      "chicharron, pork rind",
      "chapulin, escamol, insecto, grasshopper, ahuautle",
      "huitlacoche, cuitlacoche",
      "huevo ranchero, huevos rancheros, machaca con huevo",
      "aguachile, aguachilero",
      "michelada, chelada, clamato",
      "pulque, pulqueria, tepache, curado",
      "mezcal, mezcaleria, mezcalito, sotol, raicilla",
      "tequila, tequileria, margarita",
      "agua fresca, horchata, jamaica",
      "yucateca, yucateco, yucatecan, poc chuc, sopa de lima",
      "poblana, poblano, poblanos",
      "sinaloense, sonorense, nortena, norteno, norestense",
      "fonda, comida corrida, cocina economica, menu del dia",
      "cantina, botana, botanera"
    ],
    "Japanese": [
      "japonesa, japones, japanese, nipona, comida japonesa, japanese food, 🇯🇵",
      "sushi, nigiri, maki, sashimi, temaki, handroll, hand roll, omakase, suchi, 🍣",
      "ramen, tonkotsu, shoyu, miso, tsukemen, tantanmen, 🍜",
      "udon, soba, yakisoba, yakiudon",
      "tempura, katsu, tonkatsu, karaage, 🍤",
      "izakaya, yakitori, robata, kushiyaki",
      "teppanyaki, teppan, hibachi",
      "donburi, gyudon, oyakodon, unagi, 🍱",
      "gyoza, potsticker",
      "okonomiyaki, takoyaki",
      "onigiri, musubi, 🍙",
      "mochi, daifuku, dango, 🍡",
      "matcha, te verde, green tea, 🍵",
      "sake, nihonshu, 🍶",
      "sando, katsusando",
      "wagyu, kobe beef",
      "japanese curry, kare, curry japones, 🍛"
    ],
    "Italian": [
      "italiana, italiano, italian, comida italiana, italian food, trattoria, osteria, ristorante, 🇮🇹",
      "pizza, pizzeria, pepperoni, pizzetta, calzone, margherita, napolitana, pizza al taglio, pitza, 🍕",
      "pasta, spaghetti, espagueti, fettuccine, tagliatelle, linguine, bucatini, rigatoni, penne, 🍝",
      "lasana, lasagna, lasagne",
      "ravioli, tortellini, agnolotti, raviol",
      "gnocchi, noqui, noquis",
      "risotto, arancini, arancino",
      "carbonara, cacio e pepe, amatriciana",
      "focaccia, panini, panino, ciabatta",
      "burrata, mozzarella, caprese, stracciatella",
      "tiramisu, panna cotta, cannoli, cannolo",
      "espresso, ristretto, macchiato",
      "aperol, spritz, negroni, aperitivo, aperitif",
      "bruschetta, antipasto, carpaccio"
    ],
    "Chinese": [
      "china, chino, chinese, comida china, chinese food, cantonesa, cantonese, sichuan, szechuan, 🇨🇳, 🥡",
      "dim sum, bao, baozi, siu mai, har gow, 🥟",
      "dumpling, xiaolongbao, soup dumpling, wonton, wantan, jiaozi",
      "chow mein, chop suey, lo mein, tallarin saltado",
      "arroz frito, fried rice, arroz chaufa, chaufa, arroz chino",
      "pato pekin, peking duck, pato laqueado, pato, duck, 🦆",
      "mapo tofu, dan dan, malatang",
      "hot pot, hotpot, olla caliente, 🍲",
      "rollo primavera, spring roll, egg roll, lumpia",
      "hand pulled noodle, lamian, biang biang"
    ],
    "Korean": [
      "coreana, coreano, korean, comida coreana, korean food, k food, 🇰🇷",
      "bibimbap, dolsot",
      "kimchi, kimchee, banchan",
      "bulgogi, galbi, korean bbq, parrilla coreana, samgyeopsal",
      "tteokbokki, rabokki",
      "kimbap, gimbap",
      "corn dog, korean corn dog, banderilla",
      "japchae, jajangmyeon, ramyeon",
      "korean fried chicken, pollo coreano, chimaek",
      "soju, makgeolli"
    ],
    "Thai": [
      "tailandesa, tailandes, thai, comida tailandesa, thai food, thailand, 🇹🇭",
      "pad thai, pad see ew, pad kra pao",
      "tom yum, tom kha",
      "curry verde, green curry, red curry, panang, massaman",
      "som tam, papaya salad",
      "mango sticky rice, arroz con mango"
    ],
    "Indian": [
      "india, indio, hindu, indian, comida india, indian food, punjabi, 🇮🇳",
      "curry, korma, vindaloo, rogan josh",
      "tikka masala, butter chicken, tikka, masala",
      "tandoori, tandoor",
      "naan, roti, paratha, chapati",
      "biryani, pulao, pilau",
      "samosa, pakora, chaat, pani puri",
      "dosa, idli, vada, uttapam",
      "~dal, daal, thali, paneer",
      "chai, masala chai, lassi"
    ],
    "Mediterranean": [
      "mediterranea, mediterraneo, mediterranean, comida mediterranea",
      "griega, griego, greek, taverna, 🇬🇷",
      "libanesa, libanes, lebanese, arabe, arab, arabic, comida arabe, middle eastern, 🇱🇧",
      "turca, turco, turkish, 🇹🇷",
      "israeli, jewish, judia",
      "gyro, souvlaki, moussaka",
      "kebab, kebap, doner, doner kebab, shawarma, taco arabe, 🥙",
      "falafel, 🧆",
      "hummus, humus, baba ganoush, mezze, meze",
      "kibbeh, kibbe, tabule, tabbouleh, fattoush",
      "shakshuka, sabich",
      "baklava, kunafa, knafeh",
      "pita, lahmacun, pide, manakish",
      "cuscus, couscous, tagine, marroqui, moroccan, 🇲🇦",
      "jocoque, labneh"
    ],
    "Seafood": [
      "marisco, mariscos, seafood, marisqueria, comida de mar, frutos del mar, marinero, 🦞",
      "pescado, fish, pescaderia, pez, 🐟",
      "pescado zarandeado, zarandeado, a la talla",
      "ceviche, cevicheria, cebiche, tiradito, leche de tigre",
      "camaron, shrimp, prawn, gamba, langostino, 🦐",
      "pulpo, octopus, pulpito, 🐙",
      "calamar, squid, calamari, 🦑",
      "ostion, ostioneria, ostra, oyster, oyster bar, 🦪",
      "almeja, clam, mejillon, mussel, callo",
      "langosta, lobster, lobster roll, bogavante",
      "cangrejo, crab, jaiba, 🦀",
      "atun, tuna, tostada de atun",
      "salmon, trucha, trout",
      "fish taco, taco de pescado, taco de camaron, ~baja",
      "coctel de camaron, shrimp cocktail, vuelve a la vida",
      "fish and chips, fish n chips",
      "poke, poke bowl, hawaiana, hawaiian",
      "cioppino, clam chowder, sopa de mariscos, chupe"
    ],
    "Steakhouse": [
      "carnes, steak, steakhouse, steak house, asador, corte, cortes, grill, churrascaria, rodizio, 🥩",
      "bistec, filete, bife, sirloin",
      "rib eye, ribeye, new york strip, tomahawk, t bone, porterhouse, picana, picanha, prime rib",
      "filet mignon, chateaubriand",
      "tartar, tartare, carpaccio de res"
    ],
    "Argentine": [
      "argentina, argentino, argentine, argentinian, comida argentina, 🇦🇷",
      "parrilla, parrillada, asado, churrasco, entrana, ~vacio",
      "empanada, empanaderia, saltena",
      "choripan, chori, chorizo argentino",
      "milanesa, milanga, schnitzel, cotoletta",
      "provoleta, matambre, locro",
      "alfajor, dulce de leche, medialuna",
      "fernet, malbec, ~mate"
    ],
    "Burgers": [
      "hamburguesa, hamburguesas, burger, hamburger, cheeseburger, hamburgueseria, hamburgesa, burguer, smash burger, smash, 🍔"
    ],
    "Barbecue": [
      "barbecue, bbq, ahumado, smokehouse, ~smoked, texas bbq, ahumadero",
      "costilla, ribs, rib, costillitas, baby back ribs, 🍖",
      "brisket, pulled pork, pecho ahumado, burnt end"
    ],
    "Peruvian": [
      "peruana, peruano, peruvian, comida peruana, nikkei, chifa, 🇵🇪",
      "lomo saltado, aji de gallina, ~causa",
      "anticucho, anticuchos",
      "pisco, pisco sour, chilcano",
      "pollo a la brasa, rotisserie chicken, pollo rostizado, pollo asado, rosticeria",
      "suspiro limeno, picaron"
    ],
    "Spanish": [
      "espanola, espanol, spanish, comida espanola, vasca, basque, gallega, galician, catalana, catalan, asturiana, 🇪🇸",
      "tapa, tapas, pintxo, pincho, montadito, tapeo",
      "paella, arroceria, fideua, arroz negro, 🥘",
      "tortilla espanola, tortilla de patatas, spanish omelette",
      "jamon, jamon iberico, iberico, serrano, charcuteria, embutido",
      "croqueta, croquette, patatas bravas, bravas",
      "pulpo a la gallega, gambas al ajillo",
      "cochinillo, lechon, cordero, lamb, suckling pig",
      "sangria, tinto de verano, vermut, vermouth",
      "churro, churreria, churros con chocolate, ~porra",
      "gazpacho, salmorejo",
      "sidra, sidreria, cider",
      "bocadillo, bocata"
    ],
    "French": [
      "francesa, frances, french, comida francesa, bistro, bistrot, brasserie, 🇫🇷",
      "crepa, crepe, creperia, galette",
      "croissant, cuernito, cruasan, pain au chocolat, 🥐",
      "baguette, 🥖",
      "escargot, foie gras, confit",
      "fondue, raclette, suiza, swiss",
      "ratatouille, bouillabaisse, coq au vin, boeuf bourguignon",
      "creme brulee, souffle, profiterol, eclair",
      "macaron, macarrones dulces",
      "steak frites, moules frites",
      "croque madame, croque monsieur, quiche"
    ],
    "Vegetarian": [
      "vegetariana, vegetariano, vegetarian, veggie, sin carne, meatless",
      "ensalada, salad, salad bar, cesar, 🥗",
      "tofu, tempeh, seitan",
      "hongo, champinon, mushroom, seta, 🍄"
    ],
    "Vegan": ["vegana, vegano, vegan, plant based, a base de plantas, sin origen animal, 🌱"],
    "Bakery": [
      "panaderia, bakery, pan, bread, panadero, boulangerie, horneado, 🍞",
      "pan dulce, concha, oreja, bolleria, conchas",
      "pasteleria, patisserie, pastry, reposteria",
      "masa madre, sourdough, hogaza",
      "rol de canela, cinnamon roll, roles",
      "bagel, bagels, 🥯",
      "pan de muerto, rosca, rosca de reyes",
      "pretzel, 🥨",
      "galleta, cookie, cookies, 🍪"
    ],
    "Cafe": [
      "cafe, coffee, cafeteria, coffee shop, cafecito, cafetin, barista, kopi, ☕",
      "latte, cappuccino, capuchino, flat white, cortado, v60, chemex, cold brew, pour over",
      "chocolate caliente, hot chocolate, chocolateria"
    ],
    "Dessert": [
      "postre, postres, dessert, dulceria, ~sweet, antojo dulce, 🍮, 🍭, 🍬",
      "helado, nieve, gelato, gelateria, heladeria, ice cream, neveria, sorbete, sorbet, 🍦, 🍨, 🍧",
      "paleta, paleteria, popsicle, raspado, raspados",
      "pastel, cake, torta dulce, queque, tarta, 🎂, 🍰",
      "cheesecake, pay de queso, tarta de queso, basque cheesecake",
      "pay, ~pie, tarta de manzana, apple pie, 🥧",
      "cupcake, muffin, mantecada, 🧁",
      "donut, doughnut, donas, ~dona, 🍩",
      "chocolate, bombon, cacao, 🍫",
      "flan, natilla, arroz con leche, rice pudding, custard",
      "brownie, blondie",
      "tres leches, pastel de tres leches",
      "malteada, milkshake, shake, frappe"
    ]
  },
  "others": [
    "papas, papas fritas, french fries, fries, patatas fritas, papas a la francesa, 🍟",
    "hot dog, hotdog, perro caliente, ~pancho, ~completo, dogo, jocho, salchicha, 🌭",
    "onion ring, aros de cebolla",
    "brunch, desayuno, breakfast, almuerzo temprano, 🍳",
    "hot cake, hotcake, pancake, panqueque, 🥞",
    "waffle, wafle, gofre, 🧇",
    "pan frances, french toast, torrija",
    "huevo, egg, omelette, omelet, benedictino, eggs benedict, 🥚",
    "avocado toast, tostada de aguacate",
    "~te, tea, teteria, tea house, salon de te, 🫖",
    "bowl, acai, acai bowl, smoothie bowl, buddha bowl",
    "jugo verde, jugo, juice, jugueria, licuado, smoothie, batido",
    "bubble tea, boba, tapioca, te de burbujas, 🧋",
    "sandwich, sanduche, emparedado, ~sub, deli, 🥪",
    "pollo, chicken, polleria, gallina, 🐔",
    "pollo frito, fried chicken, pollo broaster",
    "alitas, wings, alita, buffalo wings, boneless, 🍗",
    "cerdo, puerco, pork, pig, chancho, 🐷",
    "res, beef, ternera, vaca, 🐮",
    "tocino, bacon, panceta, 🥓",
    "queso, cheese, queseria, 🧀",
    "sopa, soup, caldo, consome, caldito",
    "arroz, rice, 🍚",
    "noodle, noodles, fideo, fideos, tallarin, tallarines",
    "albondiga, meatball, albondigas",
    "verdura, vegetable, legumbre, 🥦",
    "fruta, fruit, fruteria, 🍎, 🍓, 🍉",
    "papa, potato, patata, papa rellena, 🥔",
    "picante, spicy, picoso, enchiloso, chiloso, 🌶",
    "vietnamita, vietnamese, vietnam, 🇻🇳",
    "pho, bun cha",
    "banh mi, bahn mi",
    "filipina, filipino, adobo filipino, 🇵🇭",
    "indonesia, indonesian, nasi goreng, rendang, 🇮🇩",
    "malaya, malaysian, laksa, singaporean",
    "asiatica, asiatico, asian, asian fusion, pan asian",
    "taiwanesa, taiwanese, gua bao, 🇹🇼",
    "brasilena, brasileno, brazilian, 🇧🇷",
    "feijoada, moqueca, coxinha, pao de queijo",
    "colombiana, colombiano, colombian, 🇨🇴",
    "bandeja paisa, ajiaco, sancocho",
    "arepa, areperia, cachapa, pabellon, 🫓",
    "venezolana, venezolano, venezuelan, tequeno, 🇻🇪",
    "chilena, chileno, chilean, 🇨🇱",
    "uruguaya, uruguayo, chivito, 🇺🇾",
    "salvadorena, salvadoreno, salvadoran, pupusa, pupuseria, 🇸🇻",
    "cubana, cubano, cuban, ropa vieja, 🇨🇺",
    "dominicana, mofongo, mangu, puertorriquena, caribena, caribbean, jerk",
    "ecuatoriana, ecuatoriano, encebollado, bolon, 🇪🇨",
    "boliviana, boliviano, silpancho, 🇧🇴",
    "americana, americano, american, diner, gringo, 🇺🇸",
    "cajun, creole, gumbo, jambalaya, southern, soul food",
    "alemana, aleman, german, bratwurst, biergarten, 🇩🇪",
    "britanica, british, pub, gastropub, 🇬🇧",
    "portuguesa, portugues, portuguese, bacalao, bacalhau, pastel de nata, 🇵🇹",
    "rusa, ruso, russian, ucraniana, pierogi, polaca, polish, borscht",
    "hungara, hungarian, goulash",
    "etiope, ethiopian, injera, africana, african",
    "persa, persian, irani, afgana, uzbeka",
    "fusion, fusion food, cocina de autor, ~autor, degustacion, tasting menu",
    "buffet, bufet, all you can eat, come todo lo que puedas",
    "mercado, market, food hall, mercadito, tianguis, puesto de mercado",
    "puesto, street food, comida callejera, callejero, food truck, foodtruck, carrito",
    "comida rapida, fast food, para llevar, takeaway, take out",
    "bar, barra, cantinita, antro, nightlife, 🍸, 🍹",
    "cocktail, coctel, cocteleria, coctelera, mixologia, mixology, trago, speakeasy",
    "cerveza, beer, cerveceria, brewery, craft beer, taproom, chela, cervecita, birra, 🍺, 🍻",
    "vino, wine, vinoteca, wine bar, winery, vinedo, vinos naturales, natural wine, 🍷",
    "champana, champagne, ~cava, prosecco, espumoso, 🥂, 🍾",
    "whisky, whiskey, bourbon",
    "ron, rum, mojito, daiquiri",
    "gin, ginebra, gin tonic",
    "vodka, martini",
    "kombucha, kefir, probiotico",
    "limonada, lemonade, naranjada",
    "azotea, rooftop, roof, terraza, terrace, roof garden",
    "jardin, garden, patio, al aire libre, outdoor, aire libre",
    "vista, view, mirador, panoramica",
    "playa, beach, beach club, frente al mar, malecon, 🏖",
    "romantico, romantica, romantic, ~cita, ~date, date night, aniversario, anniversary, ❤",
    "cumpleanos, birthday, cumple, festejo, bday, 🎉",
    "familiar, family, ninos, kids, kid friendly, ~juegos infantiles",
    "perro, dog friendly, pet friendly, mascota, mascotas, 🐶",
    "barato, economico, cheap, budget, ~accesible, 💸",
    "caro, elegante, fancy, fine dining, lujo, luxury, alta cocina, gourmet",
    "michelin, estrella michelin, michelin star, bib gourmand",
    "musica en vivo, live music, jazz, mariachi, 🎶",
    "~trabajar, home office, wifi, laptop, coworking, nomada",
    "escondido, hidden gem, ~secreto, secret spot, joyita",
    "sin gluten, gluten free, celiaco, celiac",
    "kosher, casher",
    "halal, musulman",
    "organico, organic, ~granja, farm to table, km 0",
    "madrugada, late night, trasnoche, 24 horas, 24 hours, ~after",
    "cena, dinner, cenar",
    "lunch, almuerzo",
    "ciudad de mexico, cdmx, df, d f, mexico city, mexico df, distrito federal, ~mex",
    "guadalajara, gdl, guanatos, tapatia",
    "monterrey, mty, regia",
    "san pedro garza garcia, san pedro, spgg",
    "puebla, ~pue",
    "tijuana, tj, tijuas",
    "merida, ~mid",
    "queretaro, qro",
    "san miguel de allende, sma, ~san miguel",
    "guanajuato, gto",
    "leon, ~bajio",
    "oaxaca, oax",
    "cancun, ~cun",
    "playa del carmen, playa del, pdc",
    "tulum, riviera maya",
    "puerto vallarta, pvr, vallarta",
    "los cabos, cabo, cabo san lucas, san jose del cabo",
    "mazatlan, mzt",
    "culiacan, cln",
    "veracruz, ~ver, jarocho",
    "acapulco, ~aca",
    "aguascalientes, ~ags",
    "san luis potosi, slp",
    "toluca, edomex, estado de mexico, edo mex",
    "cuernavaca, ~cuerna",
    "ensenada, valle de guadalupe",
    "chihuahua, cuu",
    "juarez, ciudad juarez, cd juarez",
    "hermosillo, hmo",
    "la paz, baja california sur, bcs",
    "nueva york, ny, nyc, new york, new york city, nueva york city, big apple, manhattan",
    "brooklyn, bk, bklyn",
    "los angeles, ~la, ~l a, los angeles ca",
    "san francisco, sf, san fran, bay area",
    "san diego, ~sd",
    "chicago, ~chi, chi town",
    "houston, htx, h town",
    "dallas, dfw",
    "austin, atx",
    "san antonio, satx",
    "las vegas, vegas, lv",
    "miami, ~mia, south beach",
    "washington, dc, ~d c, washington dc",
    "boston, ~bos",
    "seattle, ~sea",
    "portland, pdx",
    "philadelphia, philly, filadelfia, ~phl",
    "new orleans, nola, nueva orleans",
    "atlanta, ~atl",
    "denver, ~den",
    "nashville, ~nash",
    "toronto, yyz",
    "montreal, mtl",
    "vancouver, yvr",
    "madrid, ~mad",
    "barcelona, bcn, barna",
    "valencia, vlc",
    "sevilla, seville, ~svq",
    "san sebastian, donostia, sanse",
    "bilbao, ~bio",
    "malaga, ~agp",
    "paris, ~par, parisina",
    "londres, london, ldn",
    "roma, rome",
    "milan, milano",
    "florencia, firenze, florence",
    "venecia, venezia, venice",
    "napoles, napoli, naples",
    "lisboa, lisbon, ~lx",
    "oporto, porto",
    "berlin, ~bln",
    "amsterdam, ~ams",
    "viena, vienna, wien",
    "praga, prague, praha",
    "atenas, athens",
    "estambul, istanbul",
    "copenhague, copenhagen, kobenhavn",
    "tokio, tokyo, ~tyo",
    "kioto, kyoto",
    "osaka, ~osk",
    "seul, seoul",
    "pekin, beijing",
    "hong kong, hk",
    "singapur, singapore, ~sg",
    "bangkok, bkk",
    "dubai, dxb",
    "bogota, ~bog, bogota dc",
    "medellin, ~mde, medallo",
    "cartagena, ~ctg, cartagena de indias",
    "cali, santiago de cali",
    "lima, ~lim, miraflores lima",
    "cusco, cuzco",
    "quito, ~uio",
    "guayaquil, ~gye",
    "santiago, ~scl, santiago de chile",
    "buenos aires, bsas, bs as, baires, caba, capital federal",
    "cordoba, ~cba",
    "rosario, ~ros",
    "mendoza, ~mdz",
    "montevideo, ~mvd",
    "asuncion, ~asu",
    "sao paulo, ~sp, san pablo, sampa",
    "rio de janeiro, ~rio, rj",
    "caracas, ccs",
    "panama, ~pty, ciudad de panama, panama city",
    "san jose, sjo, chepe",
    "ciudad de guatemala, guate, guatemala city, guatemala",
    "san salvador, sansivar",
    "la habana, havana, habana",
    "santo domingo, sdq",
    "san juan, ~sju",
    "mexico, mx",
    "estados unidos, eeuu, usa, united states, ee uu",
    "espana, spain",
    "francia, france",
    "italia, italy",
    "japon, japan",
    "corea, korea",
    "alemania, germany",
    "inglaterra, england, uk, reino unido, united kingdom",
    "grecia, greece",
    "turquia, turkey",
    "brasil, brazil",
    "centro, downtown, centro historico",
    "aeropuerto, airport",
    "plaza, mall, centro comercial"
  ]
}$families$::jsonb $$;

/* The words under the stems of both languages, side by side; not under those of a language in which one has no meaning. */
create function app.both_stems(words text) returns text
language sql immutable parallel safe as $$
  select string_agg(stems::text, ' | ')
    from (values (phraseto_tsquery('pg_catalog.spanish', words)), (phraseto_tsquery('pg_catalog.english', words))) as q (stems)
   where numnode(stems) = 2 * cardinality(string_to_array(words, ' ')) - 1
$$;

/*
 * What each word of a family also finds, as a query of stems and as alternatives of a pattern; `name` stands for an emoji.
 * It is read many times a search, so that it is worked out here, once.
 */
create materialized view app.family_words as
  with lines as (
    select c.key as cuisine, l.line, l.words
      from jsonb_each(app.search_families() -> 'cuisines') as c
     cross join jsonb_array_elements_text(c.value) with ordinality as l (words, line)
    union all
    select '', l.line, l.words
      from jsonb_array_elements_text(app.search_families() -> 'others') with ordinality as l (words, line)
  ), members as (
    select l.cuisine, l.line, split_part(ltrim(l.words, '~'), ',', 1) as name, w.word
      from lines as l cross join unnest(string_to_array(l.words, ', ')) as w (word)
  ), kin as (
    select f.cuisine, f.line, string_agg(app.both_stems(k.word), ' | ') as stems, string_agg(k.word, '|') as words
      from lines as f
      join members as k on k.cuisine = f.cuisine and (k.line = f.line or f.cuisine <> '' and f.line = 1 and k.word !~ ' ')
     where k.word ~ '^[a-z0-9]'
     group by f.cuisine, f.line
  )
  select ltrim(m.word, '~') as word, min(m.name) as name, string_agg(k.stems, ' | ') as stems, string_agg(k.words, '|') as words
    from members as m join kin as k using (cuisine, line)
   group by ltrim(m.word, '~');
create unique index family_words_word on app.family_words (word);

/* The text with the names of its emoji, folded. */
create function app.spoken(q text) returns text
language plpgsql stable as $$
declare
  named record;
  spoken text := q;
begin
  -- Most texts have no emoji.
  if q ~ '[^\x01-\x24f]' then
    for named in
      select word, name from app.family_words where word !~ '^[a-z0-9]' and position(word in q) > 0
    loop
      spoken := replace(spoken, named.word, ' ' || named.name || ' ');
    end loop;
  end if;
  return app.fold(spoken);
end
$$;

/* Words and their plurals as keys. */
create function app.word_keys(words text[]) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_object_agg(word || ending, null) from unnest(words) as word cross join unnest(array['', 's', 'es']) as ending
$$;

/* A word of a query: what is looked for in the index and, in names and notes, as a pattern. */
create type app.search_term as (
  word text,
  any_of tsquery,
  -- Where they weigh more, for the order of what was found: A is names and titles, B dishes, cuisines, places.
  own_b tsquery,
  any_b tsquery,
  any_a tsquery,
  -- Whole words of a name, as keys: a pattern of so many takes ten times as long.
  own_words jsonb,
  any_words jsonb,
  -- Whole words of a text between spaces.
  any_pattern text
);

/* The query with each of its words only where it has the weight. */
create function app.weighing(query tsquery, weight text) returns tsquery
language sql immutable parallel safe as $$
  select replace(regexp_replace(query::text, '(''[^'']+'')', '\1:' || weight, 'g'), ':' || weight || ':*', ':*' || weight)::tsquery
$$;

/*
 * The words of a folded query. Words of a family that belong together stay together; words without meaning are left out
 * unless they are all there is. The last word may be the beginning of one.
 */
create function app.search_terms(folded text) returns app.search_term[]
language plpgsql stable as $$
declare
  rest text := ' ' || folded || ' ';
  words text[] := '{}';
  compound text;
  term text;
  forms text[];
  is_last boolean;
  is_empty boolean;
  lexemes text;
  kin text;
  kin_words text;
  own tsquery;
  any_of tsquery;
  terms app.search_term[] := '{}';
begin
  for compound in
    select word from app.family_words where word like '% %' and position(' ' || word || ' ' in rest) > 0
     order by length(word) desc
  loop
    if position(' ' || compound || ' ' in rest) > 0 then
      words := words || compound;
      rest := replace(rest, ' ' || compound || ' ', '  ');
    end if;
  end loop;
  words := words || array(select w from regexp_split_to_table(btrim(rest), ' +') as w where w <> '');
  foreach term in array words loop
    -- A word that a family has is not shortened.
    forms := case when exists (select from app.family_words as k where k.word = term) then array[term]
                  else array[term, regexp_replace(term, 's$', ''), regexp_replace(term, 'es$', '')] end;
    is_last := term = words[cardinality(words)];
    is_empty := to_tsvector('pg_catalog.spanish', term) = '' or to_tsvector('pg_catalog.english', term) = ''
      or term in ('comida', 'restaurante', 'restaurant', 'restaurantes', 'restaurants', 'food', 'cocina', 'lugar', 'place');
    select string_agg(k.stems, ' | '), string_agg(k.words, '|') into kin, kin_words
      from app.family_words as k where k.word = any (forms);
    -- At the end it may still be a nickname: "tacos la".
    continue when is_empty and not (is_last and kin is not null);
    lexemes := case when not is_empty then app.both_stems(term) end;
    if is_last and not is_empty and term !~ ' ' and length(term) > 2 then
      lexemes := concat_ws(' | ', lexemes, quote_literal(term) || ':*');
    end if;
    own := lexemes::tsquery;
    any_of := concat_ws(' | ', lexemes, kin)::tsquery;
    terms := terms || (term, any_of, app.weighing(own, 'B'), app.weighing(any_of, 'B'), app.weighing(any_of, 'A'),
      app.word_keys(forms), app.word_keys(forms || string_to_array(kin_words, '|')),
      ' (' || concat_ws('|', array_to_string(forms, '|'), kin_words) || ')(e?s)? ')::app.search_term;
  end loop;
  return terms;
end
$$;

/* What is written beside the person's videos: own notes, and the further places that a video shows, where the pattern fits. */
create function app.words_beside(owner uuid, pattern text) returns table (video_id uuid, words text)
language sql stable set search_path = public, pg_temp as $$
  select b.video_id, ' ' || string_agg(b.words, ' ') || ' '
    from (
      select v.id as video_id, app.fold(n.note) as words
        from user_places n
       cross join lateral (
          select id from videos where user_id = owner and enrich_place_id = n.place_id
          union all
          -- Of a place that no index has, the note is kept by its video.
          select id from videos
           where user_id = owner
             and id = case when n.place_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.place_id::uuid end
       ) as v
       where n.user_id = owner and ' ' || app.fold(n.note) || ' ' ~ pattern
      union all
      select p.video_id, app.fold(concat_ws(' ', p.name, p.location, p.address))
        from video_places p
       where p.user_id = owner and p.position > 0
         and ' ' || app.fold(concat_ws(' ', p.name, p.location, p.address)) || ' ' ~ pattern
      limit 5000
    ) as b
   group by b.video_id
$$;

/*
 * The caller's videos in which every word of the query is found, best first: under its stems in Spanish or English or
 * those of its family, as the beginning or a part of a word, in the own note, in a further place. An exact name comes
 * first. Words that occur nowhere are taken for slips of words in names (word similarity of 0.4); at last the whole text
 * is (0.5).
 * A caller without an account searches the newest 1,000 public videos by stems, so that a search costs the same
 * however many there are. Of a text that fits very many videos, 1,000 are ranked, those whose name begins with it among
 * them. A search is planned for who asks: the plan that suits most people, who have few videos, reads all of a large
 * collection.
 */
create or replace function search_videos(q text) returns setof videos
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.4 set plan_cache_mode = force_custom_plan as $$
declare
  me uuid := auth.uid();
  words text := app.spoken(left(q, 200));
  terms app.search_term[] := app.search_terms(words);
  wanted tsquery := (select string_agg('(' || t.any_of::text || ')', ' & ')::tsquery from unnest(terms) as t);
  pattern text := (select ' (' || string_agg(t.word || '|' || substr(t.any_pattern, 2), '|') || ')' from unnest(terms) as t);
  slips text[];
begin
  if coalesce(words, '') = '' then
    return;
  end if;
  if me is null then
    return query
      select (shown.video).*
        from (
          select case when app.shows_creator((found.v).share_options) then found.v
                      else app.without_creator(found.v, 1) end as video
            from (
              select v
                from (
                  select p.user_id, p.id from videos p where p.visibility = 'public' and p.identify_state = 'identified'
                     and not p.is_diagnostic
                   order by p.created_at desc, p.id desc limit 1000
                ) as newest
                join app.video_search s on s.user_id = newest.user_id and s.video_id = newest.id
                join videos v on v.user_id = newest.user_id and v.id = newest.id
               where s.stems @@ wanted
               order by app.fold(v.restaurant_name) = words desc nulls last, ts_rank(s.stems, wanted) desc, v.created_at desc limit 50
            ) as found
          offset 0
        ) as shown;
    return;
  end if;
  return query
    with beside as materialized (
      select b.video_id, b.words from app.words_beside(me, pattern) as b
    ), fitting as (
      (select f.video_id from app.video_search f where f.user_id = me and f.names like words || '%' limit 500)
      union
      (select f.video_id from app.video_search f
        where f.user_id = me and (f.stems @@ wanted or f.names like '%' || words || '%') limit 1000)
      union
      select b.video_id
        from beside b join app.video_search f on f.user_id = me and f.video_id = b.video_id
       where not exists (
         select from unnest(terms) as t
          where not (b.words like '%' || t.word || '%' or b.words ~ t.any_pattern or f.stems @@ t.any_of
            or f.names like '%' || t.word || '%'))
    )
    select v.*
      from (
        select f.video_id, f.names, r.fits, f.stems, own.name
          from fitting
          join app.video_search f on f.user_id = me and f.video_id = fitting.video_id
          join videos n on n.user_id = me and n.id = fitting.video_id
          left join beside b on b.video_id = fitting.video_id
         -- A folded name is as long as the name, or little shorter.
         cross join lateral (select ' ' || left(f.names, char_length(coalesce(n.restaurant_name, ''))) || ' ' as name) as named
         cross join lateral (select named.name, string_to_array(btrim(named.name), ' ') as words) as own
         -- In the name, as its dish, cuisine or city, in the note, title or caption.
         cross join lateral (
           select avg(case
                    when t.own_words ?| own.words or position(' ' || t.word || ' ' in own.name) > 0 then 6
                    when t.any_words ?| own.words then case when f.stems @@ t.own_b then 5.5 else 5 end
                    when f.stems @@ t.own_b then 4
                    when f.stems @@ t.any_b then 3
                    when b.words ~ t.any_pattern then 2.5
                    when f.stems @@ t.any_a then 2
                    else 1
                  end) as fits
             from unnest(terms) as t) as r
      ) as s join videos v on v.user_id = me and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by case when s.names like words || '%' and app.fold(v.restaurant_name) = words then 3
                   when s.names like words || ' %' then 2 when s.name like '%' || words || '%' then 1 else 0 end + s.fits desc,
              ts_rank(s.stems, wanted) desc, v.created_at desc, v.id limit 1000;
  if found or length(words) < 4 then
    return;
  end if;
  slips := array(
    select t.word from unnest(terms) as t
     where length(t.word) > 3 and not exists (
       select from app.video_search f
        where f.user_id = me and (f.stems @@ t.any_of or f.names like '%' || t.word || '%')));
  if cardinality(slips) > 0 then
    return query
      select v.*
        from (
          select * from app.video_search f
           where f.user_id = me and slips[1] <% f.names
             and not exists (select from unnest(slips) as slip where not slip <% f.names)
             and not exists (
               select from unnest(terms) as t
                where t.word <> all (slips) and not (f.stems @@ t.any_of or f.names like '%' || t.word || '%'))
           limit 2000
        ) as s join videos v on v.user_id = s.user_id and v.id = s.video_id
       where v.identify_state = 'identified' and not v.is_diagnostic
       order by strict_word_similarity(array_to_string(slips, ' '), app.fold(v.restaurant_name)) desc nulls last,
                word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
    if found then
      return;
    end if;
  end if;
  return query
    select v.*
      from (select * from app.video_search f
             where f.user_id = me and words <% f.names and word_similarity(words, f.names) >= 0.5 limit 2000) as s
      join videos v on v.user_id = s.user_id and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by strict_word_similarity(words, app.fold(v.restaurant_name)) desc nulls last,
              word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
end
$$;

drop function app.videos_noted(uuid, text), app.videos_showing(uuid, text);

reset role;
revoke create on schema app, public from service_role;
