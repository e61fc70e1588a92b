/**
 * How strong a password is (1-shell section 9): the n-th repeat of a character earns 5/n points, each further class of characters 10. Pure.
 */

export type Strength = 'short' | 'low' | 'medium' | 'strong'

const charactersMin = 6
/** from these scores on; below 30 a password counts as too short however long it is */
const [lowFrom, mediumFrom, strongFrom] = [30, 60, 80]
const classes = [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z]/]

export function passwordScore(password: string): number {
  const seen = new Map<string, number>()
  let score = 0
  for (const character of password) {
    const times = (seen.get(character) ?? 0) + 1
    seen.set(character, times)
    score += 5 / times
  }
  const found = classes.filter(one => one.test(password)).length
  return score + Math.max(0, found - 1) * 10
}

export function passwordStrength(password: string): Strength {
  const score = passwordScore(password)
  if ([...password].length < charactersMin || score < lowFrom) return 'short'
  if (score < mediumFrom) return 'low'
  return score < strongFrom ? 'medium' : 'strong'
}
