// Numbers that cost far more than a call to a person: satellites, global services and premium rates. A stolen token or list is turned into money by
// calling them, so a real call goes there only if an administrator has allowed the prefix.
//
// Only what national numbering plans and the ITU's list of assigned country codes (E.164) reserve for such services is here. A range that is shared with
// ordinary numbers is left out: an administrator denies it by `deniedPrefixes`. Free and local-rate services (0800, 0345 and the like) are none.

const BY_COUNTRY_CODE: Record<string, string> = {
  // Inmarsat; universal personal numbers; GMSS satellites (Iridium, Globalstar, Thuraya); international networks, many of them satellites and ships;
  // disaster relief; international premium rate.
  '870': '',
  '878': '',
  '881': '',
  '882': '',
  '883': '',
  '888': '',
  '979': '',
  // North America: 900 is premium everywhere, 976 is the older one of local exchanges.
  '1': '900 976',
  // Greece: 90x.
  '30': '901 909',
  // Netherlands: 0900 information, 0906 adult, 0909 entertainment.
  '31': '900 906 909',
  // Belgium: 090x.
  '32': '900 901 902 903 904 905 906 907 909',
  // France: 089 is premium since 2015; 081 and 082 are not.
  '33': '89',
  // Spain: 803 entertainment, 806 adult, 807 professional, 905 televoting, 907 data.
  '34': '803 806 807 905 907',
  // Portugal: 760 and 761 televoting, 60x audiotext.
  '351': '601 607 608 646 648 760 761 762',
  // Finland: 0600 and 0700.
  '358': '600 700',
  // Hungary: 0690 and 0691.
  '36': '90 91',
  // Italy: 892, 894, 895 and 899.
  '39': '892 893 894 895 896 897 898 899',
  // Switzerland: 0900 business, 0901 entertainment, 0906 adult.
  '41': '900 901 906',
  // Austria: 0900, 0901, 0930, 0931, 0939.
  '43': '90 93',
  // United Kingdom: 09 premium; 0871, 0872 and 0873 service numbers; 118 is left out: it is no number from abroad.
  '44': '9 871 872 873',
  // Denmark: 90.
  '45': '90',
  // Sweden: 0900, 0939, 0944.
  '46': '900 939 944',
  // Norway: 82x premium.
  '47': '820 829',
  // Poland: 70x.
  '48': '70',
  // Germany: 0900 premium, 0137 televoting.
  '49': '900 137',
  // Australia: 190x.
  '61': '190',
  // New Zealand: 0900.
  '64': '900',
  // Japan: 0990.
  '81': '990',
}

/** Each begins with a +. */
export const PREMIUM_PREFIXES: ReadonlySet<string> = new Set(
  Object.entries(BY_COUNTRY_CODE).flatMap(([code, ranges]) =>
    ranges.split(' ').map((range) => `+${code}${range}`),
  ),
)
const LENGTHS = [...new Set([...PREMIUM_PREFIXES].map((prefix) => prefix.length))].sort((a, b) => a - b)

/** The prefix by which a number is one of them. `phoneKey`: in the international form. */
export function premiumPrefix(phoneKey: string): string | undefined {
  return LENGTHS.map((length) => phoneKey.slice(0, length)).find((beginning) =>
    PREMIUM_PREFIXES.has(beginning),
  )
}
