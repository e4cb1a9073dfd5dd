import { nameKey } from '@antojo/domain/text'

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(nameKey))

/** Articles, prepositions, conjunctions and other glue of Spanish, English and their neighbours. */
export const STOP_WORDS = list(`
  a al ante con contra de del desde e el en entre es esta este esto fue ha hay la las le les lo los mas mi muy ni no
  nos o para pero por que q se ser si sin sobre son su sus te tu un una uno unos unas y ya yo como cuando donde asi
  the an and are as at be but by for from has have he her his i if in is it its me my of on or our she so that their
  them there they this to was we were will with you your us up out just not do did than then too all
  da do das dos di du des der die das und im am et au aux les il lo gli la le
`)

/** Words that say what kind of place it is, and so never name one alone. */
export const VENUE_WORDS = list(`
  restaurante restaurantes restaurant restaurants restoran resto restobar restopub ristorante bar bares cafe cafes cafeteria
  cafeterias cafetería coffee coffeeshop caffe taqueria taquerias tacos pizzeria pizzerias pizza pizzas pizzaria trattoria osteria
  taberna tasca tascas meson asador asadero parrilla parrillas parrillada bodegon bodegones bodega bodegas cerveceria
  sidreria sidrerias hamburgueseria marisqueria cevicheria pupuseria pupusas comedor fonda cocina cocinas kitchen grill house pub pubs
  inn tavern taproom brewery brewing brewpub brewhouse brew breweries company co ltd llc inc sl sa cia bistro bistrot brasserie
  bakery panaderia pasteleria reposteria heladeria heladerias gelateria gelato confiteria rotiseria pulperia cantina lounge club
  food foods comida comidas snack snacks deli diner eatery market mercado shop store tienda hotel hostal place lugar sitio local
  foodtruck truck steakhouse steak burger burgers hamburguesas hamburguesa sushi ramen wok buffet kebab kebap doner falafel tapas pintxos
  vegan vegano vegana vegetarian vegetariano vegetariana veggie vegetal plant based plantbased takeaway takeout delivery express
  jatetxea jatetxe taberna sagardotegia erretegia ostatua chino china chinese mexican mexicano mexicana italian italiano
  italiana indian indio thai japanese japones japonesa korean coreano spanish espanol espanola peruano peruana argentino argentina bolivian boliviana
  asian asiatico oriental american americano mediterranean mediterraneo greek griego turkish turco french frances vietnamese arabe
  cuisine gastrobar gastropub gastro gourmet patio cervecero social oficial official sucursal branch downtown centro city town
  pastry pasteles postres dessert desserts ice cream creperie juice juices jugos tea te beer beers cerveza wine vino wines vinos
  brunch breakfast desayunos lunch dinner almuerzos menu fast family familiar & café
`)

/** Dishes, ingredients, and words about eating. */
const DISHES = `
  taco tacos birria carnitas barbacoa chilaquiles pozole tamales tamal quesadilla quesadillas torta tortas enchiladas
  guacamole salsa esquites elote antojitos antojo antojos nieve nieves paleta paletas horchata michelada tequila mezcal margarita
  burrito burritos nachos ceviche aguachile mariscos camaron camarones pescado pulpo calamares atun salmon bacalao merluza gambas
  pupusa pupusas curtido yuca ayote frijol frijoles arroz platano empanada empanadas milanesa milanesas asado choripan chinchulin
  entrana provoleta fugazzeta muzza muzzarella muzarella faina pizza napo napolitana suprema bife lomo ribs costillas alitas wings
  papas patatas fritas croqueta croquetas tortilla tortillas jamon queso cheese chorizo morcilla txuleta txuleton chuleton pintxo
  tapa paella migas cochinillo cordero cabrito pollo chicken cerdo pork beef carne meat pato duck huevo huevos eggs bacon
  smash cheeseburger hamburguesa pan bread tostada tostadas sandwich sandwiches bocadillo bocata montadito bagel donut donuts
  mojo gofio lapas churro churros chocolate cacao helado helados postre flan tarta torta cake cakes cookie cookies brownie waffle pancake pancakes
  scone croissant medialunas facturas alfajor dulce leche miel cafe cafecito latte cortado espresso cappuccino matcha chai
  cerveza birra chela chelas vermut vermouth sidra txakoli vino tinto fernet whisky cocktail coctel brunch desayuno almuerzo
  cena lunch dinner breakfast merienda ramen sushi nigiri sashimi gyoza dumplings dumpling noodles fideos chow mein
  chop suey katsu tempura udon curry tikka naan masala biryani samosa paneer tandoori thai pho banh mi kimchi bulgogi tteokbokki
  bibimbap falafel hummus shawarma kebab kebap gyros souvlaki pita baklava pasta pastas spaghetti lasagna ravioli gnocchi noquis risotto carbonara
  pesto burrata tiramisu salad ensalada soup sopa caldo stew guiso lentejas fabada cocido potaje verduras tofu seitan vegan vegano
  vegetariano veggie bowl bowls poke avocado aguacate palta tomate cebolla ajo garlic pepper bbq brisket barbecue grill parrilla brasa
  steak fish chips fries oyster oysters lobster shrimp crab clam chowder seafood sausage hotdog snack picante
  albahaca basil cilantro coriander perejil parsley oregano romero rosemary tomillo thyme hierbabuena menta mint laurel comino
  cumin canela cinnamon paprika pimenton curcuma turmeric jengibre gengibre ginger zenzero vainilla vanilla sesame ajonjoli
  sal salt pimienta azucar acucar sugar zucchero harina farinha flour farina levadura levain yeast aceite azeite olio aceituna
  aceitunas oliva olivas olive olives vinagre vinegar mantequilla manteiga butter burro crema cream creme nata yogur yogurt
  ricotta mozzarella parmesano parmesan feta quinoa avena oats granola cereal tempeh soya soy garbanzo garbanzos chickpea
  chickpeas alubias habas beans nuez nueces nuts almendra almendras almond almonds cacahuate cacahuates peanut peanuts avellana
  pistacho pistachos pistachio semillas seeds chia coco coconut mango mangos pina pineapple banana bananas fresa fresas
  strawberry strawberries morango frambuesa raspberry arandanos blueberry blueberries mora moras naranja naranjas orange oranges
  limon limones lemon lemons lime limonada lemonade manzana manzanas apple apples pera peras uva uvas grapes sandia watermelon
  melon durazno peach cereza cerezas cherry cherries papaya maracuya guayaba tamarindo calabaza calabacin zucchini pumpkin
  berenjena eggplant zanahoria zanahorias carrot carrots brocoli broccoli coliflor cauliflower espinaca espinacas spinach
  lechuga lettuce arugula rucula kale repollo cabbage pepino cucumber apio celery pimiento pimientos champinones setas hongos
  mushroom mushrooms betabel remolacha beet camote batata boniato potato potatoes pure maiz corn chile chiles jalapeno chipotle
  mayonesa mayonnaise ketchup mostaza mustard alioli aioli pavo turkey ternera veal salchicha salchichas albondigas meatballs
  pechuga caldos broth masa dough oven horno airfryer freidora microondas nevera
  spicy crispy crujiente fried frito frita casero casera homemade rico rica ricos delicioso deliciosa delicious tasty yummy
  receta recetas recipe recipes ingredientes sabor sabores flavor flavors foodie foodies comida food eat eating comer comiendo restaurante
`
/** Dishes, ingredients and the small talk of food posts: ordinary here even where dictionaries hold them rare. */
export const FOOD_WORDS = list(`${DISHES}
  street foodtok foodporn mukbang asmr review resena top mejor mejores best barato cheap gratis free menu combo promo promocion oferta
  hidden gem gems joya joyita escondido escondida oculto oculta secret secreto secretos spot spots vibes must try worth love
  sub subs eng esp feat ft ep cap vol once dog hot res pastor mac mate roll rolls copa copas pad pulled tercio mole ron cana canas te
  che bro mijo notes king queen amazing insane ultimate extreme tour vlog day dia part parte video shorts reel viral fyp parati foryou
`)

const EATING_WORDS = list(`${DISHES}
  restaurantes restaurant restaurants ristorante resto restobar bar bares cafeteria coffee taqueria pizzeria trattoria osteria taberna
  tasca meson asador bodegon cerveceria sidreria hamburgueseria marisqueria cevicheria pupuseria comedor fonda pub pubs taproom bistro
  brasserie bakery panaderia pasteleria heladeria gelateria confiteria diner eatery steakhouse buffet foodtruck menu menus chef carta
  cene cenar cenamos cenando comi comimos almorzar almorzamos desayunar desayunamos merendar tapear reserva reservar reservad plato platos
  mesero camarero waiter hungry hambre antojo ate dish dishes plate dine dining dined snacks drinks bebidas tragos
  jantar almoco restaurantes padaria lanche prato comidinha manger diner dejeuner plat plats gouter
  mangiare pranzo piatto piatti aperitivo essen lecker fruhstuck makan enak kuliner yemek
`)
/** The same in scripts whose words are not written apart. */
const EATING_ELSEWHERE =
  /[食飯饭餐麺麵菜]|酒吧|咖啡|美味|好吃|おいし|ランチ|ディナー|カフェ|ラーメン|寿司|맛집|먹|식당|카페|맛있|ร้าน|อร่อย|กิน|ресторан|кафе|кухн|вкусн|مطعم|مقهى|لذيذ|खान|रेस्|स्वाद/u

/** True for a word about food, or about eating somewhere. */
export const isAboutEating = (word: string): boolean => EATING_WORDS.has(word) || EATING_ELSEWHERE.test(word)

/** Words of streets, squares and landmarks: a partial name made of these alone is weak. */
export const LANDMARK_WORDS = list(`
  calle avenida av avda plaza plazoleta paseo camino carretera ruta boulevard bulevar glorieta rotonda esquina puente puerta puerto
  street st road rd avenue ave lane ln square sq park parque jardin jardines garden gardens hill bridge river rio lake lago mar
  sea beach playa playas bay bahia isla island monte montana mountain valle valley torre tower castillo castle palacio palace
  iglesia church catedral cathedral museo museum teatro theatre theater estacion station terminal aeropuerto airport estadio
  stadium zoo mercado market barrio ciudad city pueblo town village norte sur este oeste north south east west san santa santo saint
`)

const isGenericWord = (word: string): boolean =>
  STOP_WORDS.has(word) || VENUE_WORDS.has(word) || FOOD_WORDS.has(word)

/** True when no word of the key could tell one place from another. */
export function onlyGenericWords(key: string): boolean {
  const words = key.split(' ')
  if (words.length > 1 && words.every((word) => word.length === 1)) return false
  return words.every((word) => isGenericWord(word) || /^[a-z0-9]$/.test(word))
}
