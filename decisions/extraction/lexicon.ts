/** A word list, for reading. */
function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Words that name a property whose values are names or words. In a bare sequence ("model ford torino") nothing else
 * tells where the attribute ends. General English, not tuned to a data set.
 */
export const NAMING = words(`
  name title model make brand type kind sort category genre species breed variety cultivar strain class order family genus
  country nation city town village state province region district county continent island ocean river lake mountain area zone neighbourhood neighborhood
  site location place venue room building address origin destination source departure arrival terminal gate route trail line stop
  status condition conditions mood weather sky season phase stage outcome result verdict decision reason cause method technique approach
  sex gender race ethnicity nationality religion language currency occupation job profession role position rank department industry sector employer
  colour color shape material fabric pattern texture finish style size flavour flavor smell taste
  signal trend direction symbol ticker company firm manufacturer maker vendor seller buyer supplier customer client owner operator airline carrier airport station
  player team club opponent league coach artist band singer composer author writer director actor actress lead studio distributor publisher producer creator painter
  film movie book song album track show series episode game platform console
  product item article dish meal food drink ingredient cuisine course dessert recipe restaurant cafe shop store hotel brewery winery vineyard grape roaster roast
  subject topic chapter activity sport exercise workout drill stroke instrument piece pose
  diagnosis symptom symptoms medication medicine drug antibiotic dose form bacteria bacterium organism pathogen virus specimen sample gram staining stain test reaction
  entity event disaster party candidate president king queen monarch ruler dynasty house era period century
  habitat soil crop field farm plot plant flower tree bird animal pet fish
  fuel engine transmission gearbox drivetrain vehicle car bike aircraft plane ship boat train
  code id identifier label tag version edition format grade level tier priority severity alert
  day weekday month date quarter session shift slot
  sensor device machine network provider plan mode setting channel feed
  hand foot side wind note notes remark remarks comment comments crew captain driver instructor teacher trainer doctor nurse
  target telescope lens camera filter seeing visibility behaviour behavior crowding outlook opening defence defense strategy tactic
  beans wine beer cheese tea coffee cocktail spirit snack breakfast lunch dinner topping sauce bread
  sender recipient courier parcel contract tariff heating payment account bank card merchant invoice
  pest pests disease treatment fertilizer fertiliser bait lure catch tide gear tyre tire shoe shoes outfit garment fit
  chord key tempo tuning lesson student pupil module exam assignment word school college university degree major
  ticket seat cabin host guest speaker organizer organiser theme ballot
  suspect victim offence offense crime charge weapon sentence court judge patient ward surgeon procedure allergy vaccine
  printer filament nozzle tool part batch lot defect inspector server service endpoint browser branch framework
  donor beneficiary purpose capital vessel harbour harbor port pier dock clay glaze paint wood metal alloy dye yarn thread needle
  cluster commodity agency bureau ministry committee council organisation organization institution association charity
  affiliation incumbent nominee headliner suburb borough biome forest reef cave valley glacier volcano summit bay kingdom
  contractor landlord tenant dealer researcher supervisor tutor commander mission spacecraft rocket payload satellite
  microbe rootstock insect butterfly mammal reptile fungus herb landmark monument exhibit exhibition
  component assignee repository maintainer keyword font holiday occasion dialect denomination
  planet star constellation galaxy rock mineral stone gem fossil
`);

/** Those among the naming words whose values are mostly numbers. */
export const RANKING = words("rank position level tier grade dose priority order day slot seat quarter lot batch tempo");

/** Words that are the whole value of a property: degrees, conditions, sides. */
export const STATES = words(`
  none low high medium moderate mild slight minor major severe strong weak light heavy good bad poor fair fine excellent average normal abnormal stable unstable critical
  left right up down open closed full empty on off wet dry hot warm cold cool clear cloudy sunny foggy calm rough positive negative neutral male female
  small large big tiny short tall long wide narrow thick thin fast slow early late new old used active inactive rising falling steady flat
  soft hard smooth sweet sour bitter salty spicy ripe unripe rare common married single divorced widowed draft final pending done ready
`);

/** Words that may follow another word to name a property: "weather type", "cause of death", "sample size". */
export const COMPOUNDING = words(`
  name title type kind category class code id number level status condition conditions size grade group variety species genre phase stage method model make
  colour color shape style source origin country city state region location site place date day month year time direction result outcome reason cause staining stain
  rating score rank label signal mood weather roast maker
  side affiliation purpose owner surface finish setting position shift
  team carrier operator mode party notes brand effort quality service form found seen used role section system
`);

/** Words that end the name of something measured or counted. */
export const MEASURING = words(`
  high low open close opening closing price prices cost costs fee fare rent wage wages salary income revenue turnover profit loss sales budget gross net total subtotal balance amount sum value worth tax tip
  rate ratio rating score scores points grade count number quantity size length width height depth thickness diameter radius circumference perimeter area volume capacity
  weight mass body density speed velocity pace acceleration power horsepower torque displacement cylinders force pressure temperature temp humidity rainfall precipitation snowfall snow rain wind gust visibility
  time duration minutes hours days weeks months years age year month week day distance mileage miles range altitude elevation latitude longitude angle bearing
  population births deaths expectancy fertility mortality literacy unemployment employment gdp economy consumption generation production output yield harvest acreage
  energy calories protein carbs carbohydrates fat fiber fibre sugar salt sodium cholesterol glucose insulin potassium calcium iron
  pulse rhythm systolic diastolic oxygen saturation steps reps sets laps rounds sleep
  magnitude intensity frequency wavelength voltage current resistance charge battery brightness loudness noise level index percent percentage share proportion
  visits views clicks users downloads followers likes comments orders units pieces items seats passengers flights delay injuries casualties wounded causes wounds disease
  effort attendance damage growth debt drift rise fall drop gap girth headcount outlay payroll payrolls
  goals assists wins losses draws saves shots attempts passes touches tackles medals
  mpg kwh kcal bpm rpm bmi ph co2 iq
`);

/** Function words, pronouns and verbs that no attribute name holds at its ends; most not anywhere. */
export const STOP = words(`
  i you he she it we they me him us them myself yourself itself this that these those who whom which what when where why how
  his her their hers theirs
  is are was were be been being am has have had do does did will would can could shall should might must may
  a an the some any each every no not none nothing there here then than so but or nor and if because since while although though until unless as
  please thanks thank yes ok okay hello hi hey sorry sure well oh wow let lets just also very really too only even still already again always never
  about into onto over under after before between through during without within against
`);

/** Prepositions that an attribute name may hold inside, never at its ends. */
export const INNER = words("of in on at for from by to per with off over under between and vs");

/** Words that no value begins with: it would be the middle of a clause. */
export const CLAUSE = words(
  "and or but nor is was are were am be been has have had do does did i you he she it we they that which who whom whose",
);

/** Words that are no value: they say when or where ("lunch late, train home"). */
export const ADVERBS = words(
  "first last next later late home back here there today tonight tomorrow yesterday now soon again together alone instead please too",
);

/** Labels with a colon that introduce prose, not a value. */
export const PROSE_LABELS = words(`
  note notes tip tips hint hints example examples warning caution reminder remember question questions answer answers quote summary conclusion update edit bonus fact facts
  step steps part section option options image images figure photo picture caption slide message text subject re fwd ps nb fyi btw eg ie http https ftp q a pros cons verdict plan idea ideas goal goals
  advice suggestion recommendation overview intro introduction background details description reply response prompt output input error code
`);
