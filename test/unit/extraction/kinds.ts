/** Made-up kinds of records, of many fields of life. Values are text as a person writes them. Test-only. */

/** One kind of record: attributes in order, each with the values it may take, as text. */
export interface Kind {
  readonly frame: readonly string[];
  readonly caption: string;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export const KINDS: readonly Kind[] = [
  {
    frame: ["Country profile I looked up", "Another country read about", "Atlas page"],
    caption: "Atlas page photo",
    values: {
      country: [
        "Chad",
        "Bosnia and Herzegovina",
        "Trinidad and Tobago",
        "Congo, Dem. Rep.",
        "Côte d'Ivoire",
        "Korea, South",
        "Papua New Guinea",
        "St. Lucia",
        "United States",
      ],
      population: ["8,891,209", "263,000", "1,397,080"],
      "life expectancy": ["47.2 years", "79 years", "30.332 years"],
      fertility: ["6.3", "1.44", "2"],
      region: ["South Asia", "Sub-Saharan Africa", "Middle East & North Africa"],
    },
  },
  {
    frame: ["Trial plot harvested", "Plot result", "From the field book"],
    caption: "Field tag photo",
    values: {
      variety: ["Manchuria", "No. 457", "Wisconsin No. 38", "Svansota", "golden bantam", "red winter no. 2"],
      site: ["University Farm", "Waseca", "Grand Rapids", "north field"],
      yield: ["27 bushels", "48.86667 bushels", "19.7 bushels"],
      "sowing date": ["1931-04-02", "April 12, 1932"],
    },
  },
  {
    frame: ["Lab plate read today", "Culture result", "One more plate"],
    caption: "Plate label photo",
    values: {
      bacteria: ["Aerobacter aerogenes", "Bacillus anthracis", "Streptococcus hemolyticus", "brucella abortus"],
      penicillin: ["870", "0.001", "850 µg/ml"],
      streptomycin: ["1", "0.01", "14"],
      neomycin: ["1.6", "0.007"],
      "gram staining": ["negative", "positive"],
      genus: ["other", "Staphylococcus", "Streptococcus"],
    },
  },
  {
    frame: ["Quake noted", "Seismograph reading", "Felt one just now"],
    caption: "Seismograph app screenshot",
    values: {
      place: [
        "5km NNE of Anchorage, Alaska",
        "10 km SW of Idyllwild, CA",
        "central Mid-Atlantic Ridge",
        "8km W of Cobb, California",
        "south of the Fiji Islands",
      ],
      magnitude: ["4.5", "1.43 ml", "0.9"],
      depth: ["10 km", "35.2 km", "-0.5 km"],
      "felt reports": ["12", "0", "1,204"],
    },
  },
  {
    frame: ["Bird strike report", "Another strike logged", "Hangar report filed"],
    caption: "Incident form photo",
    values: {
      "airport name": ["BARKSDALE AIR FORCE BASE ARPT", "MINNEAPOLIS-ST PAUL INTL", "Denver Intl"],
      "aircraft model": ["T-38A", "A-320", "B-757-200", "cessna 172"],
      "phase of flight": ["Climb", "Landing Roll", "approach"],
      "wildlife size": ["Small", "Medium", "large"],
      "wildlife species": ["Turkey vulture", "Unknown bird - large", "horned lark"],
      speed: ["300 knots", "140 kt", "90 mph"],
      "cost of repair": ["$2,450", "$0", "1,200 USD"],
    },
  },
  {
    frame: ["Yearbook figures", "From the almanac", "Another almanac page"],
    caption: "Almanac page scan",
    values: {
      year: ["1981", "2001", "1565"],
      source: ["Fossil Fuels", "Nuclear Energy", "Renewables", "wood and waste"],
      "net generation": ["35,361 GWh", "42,750 GWh"],
      "price of wheat": ["41 shillings", "90.5 shillings"],
      "wages per week": ["5.08", "26"],
    },
  },
  {
    frame: ["Disaster register entry", "Register page", "Added to the register"],
    caption: "Register card",
    values: {
      entity: ["All natural disasters", "Mass movement (dry)", "Extreme temperature", "volcanic activity"],
      deaths: ["1,267,360", "89", "200"],
      "people affected": ["12,000", "3.5 million"],
      country: ["India", "New Zealand"],
    },
  },
  {
    frame: ["Survey of jobs", "Census sheet", "Row from the census"],
    caption: "Census sheet photo",
    values: {
      job: ["Accountant / Auditor", "Bookkeeper", "Farmer (Owners and Tenants)", "boarding house keeper"],
      sex: ["men", "women"],
      "number of workers": ["708", "1,456,229"],
      share: ["0.0131 %", "4.2 %", "12%"],
    },
  },
  {
    frame: ["Ticker after the close", "Market note", "Watchlist entry"],
    caption: "Watchlist screenshot",
    values: {
      symbol: ["MSFT", "AMZN", "IBM", "BRK.B"],
      price: ["39.81", "$101.5", "1,234.5"],
      "trading volume": ["12.4 million", "980,000"],
      "change in percent": ["-1.2 %", "+0.4 %", "3%"],
      sector: ["Technology", "consumer staples", "Oil & Gas"],
    },
  },
  {
    frame: ["Flight logged", "Landed", "Another leg flown"],
    caption: "Boarding pass photo",
    values: {
      origin: ["ABQ", "Dallas/Fort Worth", "San José"],
      destination: ["DFW", "St. Louis", "salt lake city"],
      "arrival delay": ["14 min", "-5 min", "0 min"],
      distance: ["405 miles", "1,846 miles"],
      carrier: ["Southwest", "delta air lines", "US Airways"],
    },
  },
  {
    frame: ["Case file read", "File note", "Another case"],
    caption: "Case card",
    values: {
      name: ["Anthony J. Taylor", "Dwight Taylor", "O'Neil, Patrick", "juan v. perez"],
      age: ["31", "54 years"],
      "cause of death": ["gunshot", "Blunt force", "traffic accident"],
      neighborhood: ["Pico-Union", "South Los Angeles", "koreatown"],
    },
  },
  {
    frame: ["Air station", "Daily air log", "Station sheet"],
    caption: "Station display",
    values: {
      "CO2 level": ["333.13 ppm", "412 ppm"],
      "ozone (ppb)": ["41", "28.5"],
      "temperature anomaly": ["-0.16 °C", "0.4 °C"],
      "wind direction": ["SW", "north east", "45°"],
      "time of reading": ["07:30", "18:05"],
      "relative humidity": ["82 %", "64%"],
    },
  },
  {
    frame: ["Blood sugar", "Evening check", "Health diary"],
    caption: "Phone health app screen",
    values: {
      "blood glucose": ["124 mg/dL", "5.4 mmol/l"],
      "time in range": ["82 %", "71%"],
      "resting heart rate": ["58 bpm", "61 bpm"],
      "blood pressure": ["120/80 mmHg", "118/76"],
      mood: ["calm", "a bit tired", "Great"],
      medication: ["Metformin 500 mg", "none today", "vitamin d"],
      "hours of sleep": ["7.5 h", "6-7 hours"],
    },
  },
  {
    frame: ["Book finished", "Finished reading", "Reading log"],
    caption: "Library app card",
    values: {
      title: [
        "The Lion, the Witch and the Wardrobe",
        "1984",
        "Catch-22",
        "Who Goes There?",
        "dune",
        "Star Wars: Heir to the Empire",
        'A Man Called "Otto"',
        "O Pioneers!",
      ],
      author: ["C.S. Lewis", "George Orwell", "ursula k. le guin", "Gabriel García Márquez"],
      pages: ["328", "1,104"],
      stars: ["4.5", "3/5", "4 out of 5"],
      format: ["paperback", "Audio book"],
    },
  },
  {
    frame: ["Recipe tried", "Cooked tonight", "Kitchen log"],
    caption: "Recipe card photo",
    values: {
      dish: ["mac and cheese", "Bœuf bourguignon", "chicken tikka masala", "pad thai"],
      "cooking time": ["45 min", "1 h 30 min", "2 hours"],
      servings: ["4", "2-3"],
      "oven temperature": ["180 °C", "350 °F"],
      verdict: ["would cook again", "Too salty", "a keeper"],
    },
  },
  {
    frame: ["Ruler looked up", "History card"],
    caption: "Museum label",
    values: {
      name: ["William & Mary", "Anne", "Edward VII", "George IV"],
      "reign start": ["1689", "1820"],
      "reign end": ["1702", "1830"],
      house: ["Stuart", "Saxe-Coburg and Gotha"],
      commonwealth: ["no", "yes"],
    },
  },
  {
    frame: ["Match played", "Full time"],
    caption: "Scoreboard photo",
    values: {
      "home team": ["Real Madrid", "st pauli", "1860 München"],
      "away team": ["Barcelona", "Union Berlin"],
      "home goals": ["3", "0"],
      "away goals": ["1", "2"],
      attendance: ["45,000", "1,204"],
    },
  },
  {
    frame: ["Flower measured", "Specimen"],
    caption: "Herbarium label",
    values: {
      species: ["setosa", "iris versicolor", "virginica"],
      "sepal length": ["5.1 cm", "7 cm"],
      "petal width": ["0.2 cm"],
      habitat: ["wet meadow", "bog"],
    },
  },
  {
    frame: ["Capital noted", "Map page"],
    caption: "Map detail",
    values: {
      state: ["Alabama", "New Mexico", "rhode island"],
      city: ["Montgomery", "Santa Fe"],
      latitude: ["32.37", "-14.27"],
      longitude: ["-86.3006", "170.7 °"],
    },
  },
  {
    frame: ["Income bracket read", "From the census table"],
    caption: "Table scan",
    values: { region: ["west", "Northeast", "midwest"], group: ["$25,000 to $34,999", "200000+", "<10000"], share: ["0.05", "12 %"] },
  },
  {
    frame: ["Workout done", "Gym log", "Back from the gym"],
    caption: "Whiteboard photo",
    values: {
      exercise: ["bench press", "Romanian deadlift", "pull ups"],
      sets: ["3", "5"],
      reps: ["10", "8-12"],
      load: ["60 kg", "0 kg", "132.5 lbs"],
      "perceived effort": ["7/10", "8 out of 10", "hard"],
    },
  },
  {
    frame: ["Coffee brewed", "Cup of the day"],
    caption: "Bag photo",
    values: {
      beans: ["Ethiopia Yirgacheffe", "house blend", "Colombia El Paraíso 92"],
      "brew method": ["pour over", "V60", "french press"],
      "grind size": ["medium fine", "12 clicks"],
      "water temperature": ["94 °C", "201 °F"],
      "tasting notes": ["cherry, leather and spice", "Citrus, honey"],
    },
  },
  {
    frame: ["Garden check", "Bed inspected"],
    caption: "Garden sensor display",
    values: {
      plant: ["cherry tomatoes", "Rosa canina", "basil"],
      "soil moisture": ["40 %", "38.5 %"],
      "days to harvest": ["65", "12 days"],
      "pests found": ["none seen", "aphids", "3 snails"],
    },
  },
  {
    frame: ["Ride finished", "Back on the bike"],
    caption: "Bike computer photo",
    values: {
      route: ["river loop", "Col de la Madone", "old town and back"],
      distance: ["42.3 km", "18 miles"],
      "average speed": ["24.1 km/h", "15 mph"],
      "elevation gain": ["320 m", "1,204 m"],
      "average power": ["182 W"],
    },
  },
  {
    frame: ["Commute today", "Arrived"],
    caption: "Ticket photo",
    values: {
      "mode of transport": ["tram", "cargo bike", "S-Bahn"],
      "door to door time": ["42 min", "1 h 5 min"],
      crowding: ["low", "packed", "Medium"],
      fare: ["€2.80", "2,80 €"],
    },
  },
  {
    frame: ["Meter read", "Utility log"],
    caption: "Meter photo",
    values: {
      "meter reading": ["5,021 kWh", "12,345.6 kWh"],
      tariff: ["night", "Day"],
      "daily use": ["8.4 kWh", "11 kWh"],
      "cost per day": ["$1.92", "£2.10"],
    },
  },
  {
    frame: ["Bird count", "Seen from the hide"],
    caption: "Field card",
    values: {
      "bird species": ["robin", "great tit", "Common Kestrel"],
      "number seen": ["12", "1"],
      behaviour: ["feeding", "in flight", "Singing"],
      weather: ["light rain", "clear sky"],
    },
  },
  {
    frame: ["Sky session", "Observing night"],
    caption: "Observing form",
    values: {
      target: ["M31", "NGC 7000", "saturn"],
      "moon phase": ["waxing gibbous", "New"],
      "limiting magnitude": ["5.5", "6"],
      seeing: ["good", "poor", "4/5"],
      telescope: ["8 inch dobsonian", "Refractor 80 mm"],
    },
  },
  {
    frame: ["Game finished", "Chess club"],
    caption: "Score sheet",
    values: {
      opening: ["sicilian defence", "Queen's Gambit", "king's indian"],
      opponent: ["Maria L.", "k. novak"],
      "opponent rating": ["1520", "2,014"],
      result: ["draw", "Win", "0-1"],
      moves: ["41", "78"],
    },
  },
  {
    frame: ["Delivery came", "Parcel log"],
    caption: "Parcel label",
    values: {
      sender: ["Acme & Sons, Ltd.", "Dr. Oetker", "jane doe"],
      "tracking number": ["00340434161094015902", "JD0146"],
      weight: ["2.4 kg", "12 oz"],
      "delivery date": ["2024-03-05", "5 March 2024"],
      condition: ["intact", "slightly dented"],
    },
  },
  {
    frame: ["Quarter closed", "Board pack"],
    caption: "Slide",
    values: {
      quarter: ["Q1 2024", "Q3 2023"],
      revenue: ["$1.2 million", "$980,000"],
      "operating margin": ["12.4 %", "-3 %"],
      "number of employees": ["1,204", "87"],
      outlook: ["stable", "cautious", "Positive"],
    },
  },
  {
    frame: ["Glass tasted", "Wine night"],
    caption: "Bottle label",
    values: {
      wine: ["Château Margaux", "house red", "Barolo Brunate"],
      vintage: ["2015", "1998"],
      "alcohol by volume": ["13.5 %", "14 %vol"],
      price: ["€24.50", "38 EUR"],
      score: ["92", "88/100"],
    },
  },
  {
    frame: ["Dive logged", "Back on the boat"],
    caption: "Dive computer",
    values: {
      "dive site": ["blue hole", "Elphinstone Reef", "wreck of the zenobia"],
      "maximum depth": ["32.4 m", "18 m"],
      "bottom time": ["45 min", "38 min"],
      visibility: ["20 m", "poor"],
      "water temperature": ["26 °C", "54 °F"],
    },
  },
  {
    frame: ["House viewed", "Viewing notes"],
    caption: "Listing photo",
    values: {
      address: ["12 High Street", "Flat 3, 48 Queen's Road", "elm avenue 7"],
      "asking price": ["£425,000", "$1.1M"],
      "floor area": ["84 m²", "1,150 sq ft"],
      bedrooms: ["3", "2"],
      heating: ["gas boiler", "Heat pump"],
    },
  },
  {
    frame: ["Lab result in", "Blood test"],
    caption: "Lab report",
    values: {
      "LDL cholesterol": ["131 mg/dL", "3.4 mmol/l"],
      HbA1c: ["5.4 %", "6.1%"],
      "vitamin D": ["28 ng/mL", "31 ng/ml"],
      "fasting glucose": ["94 mg/dL"],
      comment: ["within range", "slightly elevated", "Repeat in 6 weeks"],
    },
  },
  {
    frame: ["Tube line ridden", "Underground today"],
    caption: "Platform sign",
    values: {
      line: ["Hammersmith & City", "jubilee", "Waterloo & City"],
      stations: ["16", "27"],
      "opening year": ["1863", "1900"],
      "deepest platform": ["32 m"],
    },
  },
  {
    frame: ["Aid project reviewed", "Donor sheet"],
    caption: "Project page",
    values: {
      donor: ["Japan", "united kingdom"],
      recipient: ["Sri Lanka", "papua new guinea"],
      purpose: ["Rail transport", "rural water supply"],
      "commitment amount": ["$8,523,450", "1.2 million USD"],
    },
  },
  {
    frame: ["Zip looked up", "Post code note"],
    caption: "Map pin",
    values: { zip: ["00501", "99950"], county: ["Suffolk", "Prince of Wales"], "land area": ["12.4 km²"], elevation: ["14 ft", "-3 m"] },
  },
  {
    frame: ["Github week", "Repo log"],
    caption: "Contribution graph",
    values: {
      repository: ["vega/vega-lite", "nodejs/node"],
      commits: ["41", "1,204"],
      "open issues": ["312"],
      "pull requests merged": ["12", "0"],
      maintainer: ["jheer", "Kanit W."],
    },
  },
  {
    frame: ["Fire report", "Watch tower"],
    caption: "Fire map",
    values: {
      cause: ["lightning", "Debris burning", "arson suspected"],
      "burned area": ["1,240 acres", "3 ha"],
      containment: ["40 %", "100%"],
      "crew size": ["24"],
    },
  },
  {
    frame: ["Sensor ping", "Buoy reading"],
    caption: "Buoy display",
    values: {
      "wave height": ["2.4 m", "8 ft"],
      "dominant period": ["9 s"],
      "water temperature": ["14.2 °C"],
      "swell direction": ["WNW", "south west"],
    },
  },
  {
    frame: ["Auction lot", "Hammer fell"],
    caption: "Catalogue page",
    values: {
      lot: ["142", "7b"],
      artist: ["Paul Klee", "unknown master"],
      medium: ["oil on canvas", "Etching"],
      "hammer price": ["€1.2 million", "£48,000"],
      provenance: ["private collection, Basel", "Estate of the artist"],
    },
  },
  {
    frame: ["Concert heard", "Gig night"],
    caption: "Poster",
    values: {
      headliner: ["The National", "sigur rós"],
      venue: ["Royal Albert Hall", "the old fire station"],
      "ticket price": ["£45", "€38.50"],
      loudness: ["98 dB"],
      encore: ["yes", "no", "two songs"],
    },
  },
  {
    frame: ["Bug triaged", "Issue sorted"],
    caption: "Dashboard",
    values: {
      component: ["auth service", "Billing UI"],
      severity: ["high", "S2"],
      "time to fix": ["4 h", "2 days"],
      assignee: ["maria", "Tom K."],
      reproducible: ["yes", "no"],
    },
  },
  {
    frame: ["Knitting note", "Yarn log"],
    caption: "Label",
    values: {
      yarn: ["merino dk", "Malabrigo Rios"],
      "needle size": ["4 mm", "US 7"],
      "gauge per 10 cm": ["22 stitches"],
      skeins: ["3", "5"],
      pattern: ["cabled hat", "Flax Light"],
    },
  },
  {
    frame: ["Baby log", "Night feed"],
    caption: "App card",
    values: { feed: ["120 ml", "4 oz"], side: ["left", "right"], diaper: ["wet", "dirty", "dry"], "nap length": ["45 min", "1 h 20 min"] },
  },
  {
    frame: ["Sauna round", "Spa evening"],
    caption: "Thermometer",
    values: { "air temperature": ["88 °C"], "steam level": ["high", "Medium"], rounds: ["3"], scent: ["birch", "Eucalyptus mint"] },
  },
];
