/** Of ISO 3166-1, and Kosovo's, which is used as if it were assigned. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

/** The codes of three letters, in the order of {@link COUNTRIES}. */
const ALPHA_3: readonly string[] = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL ' +
  'BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE DEU DJI ' +
  'DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP ' +
  'GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ ' +
  'KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI ' +
  'MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER ' +
  'PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE ' +
  'SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI ' +
  'USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XKK YEM MYT ZAF ZMB ZWE'
).split(' ');

/** Codes that are reserved, or were withdrawn, and the one that is assigned in their place. */
const ASSIGNED: ReadonlyMap<string, string> = new Map(
  ['BU MM', 'DD DE', 'EL GR', 'FX FR', 'TP TL', 'UK GB', 'ZR CD'].map((row) => [row.slice(0, 2), row.slice(3)]),
);

/** In upper case, with the assigned code in place of another (`UK`, `GBR`: GB). */
export function canonicalCountry(code: string): string {
  const upper = code.trim().toUpperCase();
  return ASSIGNED.get(upper) ?? COUNTRIES[ALPHA_3.indexOf(upper)] ?? upper;
}

/** What is wrong with the code of a country in a request; null: nothing. */
export function countryFault(code: unknown): string | null {
  const meant = typeof code === 'string' ? canonicalCountry(code) : '';
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) {
    return `must be two upper-case letters, such as ${COUNTRIES.includes(meant) ? meant : 'DE'}`;
  }
  if (COUNTRIES.includes(code)) return null;
  return `must be ${ASSIGNED.get(code) ?? 'a code of ISO 3166-1, such as DE'}: ${code} is not assigned`;
}
