/** More made-up kinds of records in the manner of public tables. Test-only. */
import type { Kind } from "./kinds.js";

export const MORE_PUBLIC_KINDS: readonly Kind[] = [
  {
    frame: ["Nation of the day", "Country fact sheet"],
    caption: "Fact sheet photo",
    values: {
      country: ["Peru", "Sri Lanka"],
      "birth rate": ["5.2", "1.8 children"],
      "life span": ["68.1 years", "74"],
      residents: ["9,931,000", "31 million"],
    },
  },
  {
    frame: ["Barley plot weighed", "Plot summary"],
    caption: "Clipboard photo",
    values: {
      strain: ["Peatland", "No. 475", "svansota"],
      farm: ["Morris", "grand rapids"],
      "grain yield": ["29.3 bushels", "41"],
      "test year": ["1932", "1931"],
    },
  },
  {
    frame: ["Price chronicle", "Chronicle page copied"],
    caption: "Chronicle page",
    values: {
      "wheat cost": ["41 shillings", "99"],
      wages: ["5.1 shillings", "30"],
      sovereign: ["Charles II", "queen anne"],
      "half decade": ["1565", "1700"],
    },
  },
  {
    frame: ["Iowa power bulletin", "Generation report"],
    caption: "Bar chart screenshot",
    values: {
      fuel: ["Renewables", "Fossil Fuels", "nuclear"],
      generation: ["35,361", "1,437 GWh"],
      "plants online": ["14", "9"],
      outage: ["short", "2 h"],
    },
  },
  {
    frame: ["Agar plate checked", "MIC result"],
    caption: "Tray label",
    values: {
      microbe: ["Salmonella typhosa", "diplococcus pneumonia"],
      penicillin: ["0.005", "1"],
      streptomycin: ["11", "0.1"],
      neomycin: ["10", "0.02"],
      "stain result": ["positive", "negative"],
    },
  },
  {
    frame: ["Catastrophe archive", "One more event filed"],
    caption: "Index card",
    values: {
      "event type": ["Epidemic", "Flood", "extreme weather"],
      "lives lost": ["3,000,000", "412"],
      "people displaced": ["12,000", "1.1 million"],
      "rebuilding cost": ["$4.5 billion", "800,000 €"],
    },
  },
  {
    frame: ["Airfield visited", "Airfield note"],
    caption: "Airfield sign",
    values: {
      "field name": ["Thigpen", "Livingston Municipal"],
      "field code": ["00M", "01G"],
      "nearest town": ["Bay Springs", "perry"],
      "surface type": ["asphalt", "Turf"],
      latitude: ["31.95", "42.74"],
    },
  },
  {
    frame: ["Carbon dioxide sample", "Flask filled"],
    caption: "Flask label",
    values: {
      "flask reading": ["333.1 ppm", "408"],
      "yearly growth": ["2.1 ppm", "1.4"],
      "sample height": ["3,397 m", "11,135 ft"],
      wind: ["NE", "calm"],
    },
  },
  {
    frame: ["Share prices noted", "Trading day over"],
    caption: "Ticker tape",
    values: {
      company: ["Apple", "amazon", "International Business Machines"],
      "adjusted close": ["64.56", "$223.02"],
      "daily move": ["+1.2 %", "-0.4%"],
      volume: ["12,400,300", "9.8 million"],
    },
  },
  {
    frame: ["Earthquake catalogue", "Catalogue entry"],
    caption: "Catalogue row",
    values: {
      region: ["off the coast of Oregon", "Nevada", "Fiji region"],
      "moment magnitude": ["4.6", "2.1"],
      "hypocentre depth": ["14 km", "551.2 km"],
      "tsunami warning": ["no", "yes"],
      reviewed: ["yes", "no"],
    },
  },
  {
    frame: ["Workforce table", "Row copied from the table"],
    caption: "Table photo",
    values: {
      job: ["Teacher (school)", "dressmaker", "Physician"],
      sex: ["men", "women"],
      "worker count": ["25,361", "708"],
      "labour share": ["0.02", "1.3 %"],
    },
  },
  {
    frame: ["Driving habits", "Chart point read"],
    caption: "Connected scatter plot",
    values: { "miles per capita": ["9,500", "3,675 miles"], "gasoline price": ["$2.10", "1.72"], "reading year": ["1956", "2004"] },
  },
  {
    frame: ["Obesity map", "Clinic statistics"],
    caption: "Map legend",
    values: {
      "federal state": ["Texas", "north dakota"],
      "share obese": ["29 %", "0.312"],
      "mean BMI": ["27.4", "28"],
      "sample size": ["1,204", "980"],
    },
  },
  {
    frame: ["Unemployment by industry", "Series updated"],
    caption: "Line chart",
    values: {
      series: ["Government", "Transportation and Utilities", "agriculture"],
      "jobless count": ["430", "1,120"],
      "jobless share": ["2.1 %", "9"],
      "hiring trend": ["falling", "Flat"],
    },
  },
  {
    frame: ["Sleep tracked", "Night report"],
    caption: "Ring app",
    values: {
      "deep sleep": ["1 h 12 min", "84 min"],
      "sleep efficiency": ["91 %", "88"],
      "night heart rate": ["52", "49 bpm"],
      "wake ups": ["3", "1"],
      "readiness score": ["82", "77"],
    },
  },
  {
    frame: ["Tea tasted", "Cupping"],
    caption: "Tea tin",
    values: {
      leaf: ["oolong", "First Flush Darjeeling"],
      infusion: ["second", "Third"],
      "steep time": ["3 min", "45 s"],
      "leaf weight": ["5 g", "4.5"],
      astringency: ["low", "Medium"],
    },
  },
  {
    frame: ["World data sheet", "Country note"],
    caption: "Data sheet",
    values: {
      country: ["Cuba", "Hong Kong, China"],
      "babies per woman": ["6.2", "1.1"],
      "years of life": ["44.8", "81.2 years"],
      headcount: ["6,978,640", "1.3 billion"],
      "world region": ["Latin America", "sub-saharan africa"],
    },
  },
  {
    frame: ["Grain trial", "Another plot cut"],
    caption: "Trial stake",
    values: {
      barley: ["Manchuria", "no. 462"],
      location: ["Duluth", "Grand Rapids"],
      bushels: ["27", "48.87"],
      "trial season": ["1931", "1932"],
    },
  },
  {
    frame: ["Historic prices", "Ledger line"],
    caption: "Ledger",
    values: { "quarter of wheat": ["41 s", "99"], "labourer wage": ["5 s", "30"], "ruling king": ["James I", "george ii"] },
  },
  {
    frame: ["Generation mix", "Energy statistics"],
    caption: "Pie chart",
    values: {
      "coal and gas": ["35,361 GWh", "28,788"],
      nuclear: ["4,629 GWh", "0"],
      "wind and solar": ["16,772", "9,302 GWh"],
      "retail tariff": ["8.1 ct/kWh", "11"],
    },
  },
  {
    frame: ["Antibiotics bench", "Culture assessed"],
    caption: "Culture label",
    values: {
      pathogen: ["Staphylococcus albus", "streptococcus viridans"],
      "effective penicillin": ["0.007", "1"],
      "effective neomycin": ["0.001", "40"],
      "cell wall": ["gram positive", "Gram negative"],
    },
  },
  {
    frame: ["Emergency database", "Entry added"],
    caption: "Database row",
    values: {
      emergency: ["Wildfire", "Landslide", "volcanic activity"],
      "confirmed deaths": ["84", "2,110"],
      "homes destroyed": ["1,400", "30"],
      "loss estimate": ["$310 million", "2 bn USD"],
    },
  },
  {
    frame: ["Airports game", "Map pin dropped"],
    caption: "Map pin",
    values: {
      "IATA code": ["JFK", "01J"],
      town: ["Hilliard", "new york"],
      "elevation ft": ["59", "1,334"],
      "passenger traffic": ["12.3 million", "48,000"],
      longitude: ["-81.9", "-73.78"],
    },
  },
  {
    frame: ["Keeling curve", "Observatory bulletin"],
    caption: "Curve printout",
    values: { "monthly average": ["316.4 ppm", "419"], "deseasonalised value": ["315.8", "417.2 ppm"], "sampling days": ["27", "30"] },
  },
  {
    frame: ["Stock diary", "Depot checked"],
    caption: "Depot screenshot",
    values: {
      share: ["IBM", "Alphabet Class A"],
      "month end price": ["$101.54", "39.81"],
      "purchase price": ["88", "$12.40"],
      "profit to date": ["15.4 %", "-3"],
      "hold rating": ["hold", "Sell"],
    },
  },
  {
    frame: ["Quake feed", "Ground shook"],
    caption: "Feed entry",
    values: {
      spot: ["6km SSW of Volcano, Hawaii", "Tonga"],
      "richter value": ["1.9", "5.4"],
      "depth km": ["31.2", "10"],
      "reports filed": ["4", "120"],
    },
  },
  {
    frame: ["Trades in 1880", "Census line"],
    caption: "Census line photo",
    values: {
      trade: ["Baker", "Railroad conductor", "nurse"],
      "men employed": ["12,204", "708"],
      "women employed": ["0", "9,110"],
      "male share": ["0.99", "43 %"],
    },
  },
  {
    frame: ["Car travel figures", "Yearly travel"],
    caption: "Travel chart",
    values: { "average mileage": ["9,894 miles", "3,675"], "pump price": ["$1.88", "3.2"], "traffic deaths": ["36,399", "41,000"] },
  },
  {
    frame: ["County health", "Weight survey"],
    caption: "Survey chart",
    values: {
      county: ["Autauga", "st. louis"],
      "overweight share": ["34 %", "0.31"],
      "inactive adults": ["28 %", "31"],
      "food access": ["poor", "Good"],
    },
  },
  {
    frame: ["Labour survey", "Industry figures"],
    caption: "Survey page",
    values: {
      branch: ["Manufacturing", "information", "Durable goods"],
      "out of work": ["238", "1,034"],
      "job openings": ["41", "1,200"],
      "quit rate": ["2.1 %", "3"],
    },
  },
  {
    frame: ["Rowing session", "Erg done"],
    caption: "Erg monitor",
    values: {
      "stroke rate": ["22", "28 spm"],
      "split time": ["2:04", "1:58.4"],
      distance: ["5,000 m", "2000"],
      "drag factor": ["118", "125"],
      "total strokes": ["480", "512"],
    },
  },
  {
    frame: ["Piano practice", "Practice diary"],
    caption: "Metronome app",
    values: {
      piece: ["Gymnopédie No. 1", "clair de lune"],
      "metronome speed": ["72", "96 bpm"],
      "bars learned": ["12", "24"],
      "practice time": ["45 min", "1 h"],
      confidence: ["low", "High"],
    },
  },
];
