/** The parts of company culture, in the order of their entries in the menu and of their demo data. A line here registers a part. */
import { activitiesPart } from './activities/index.ts'
import { boardPart } from './board/index.ts'
import { booksPart } from './books/index.ts'
import { chroniclePart } from './chronicle/index.ts'
import { expensesPart } from './expenses/index.ts'
import { giftsPart } from './gifts/index.ts'
import { homePart } from './home/index.ts'
import { newsPart } from './news/index.ts'
import { pointsPart } from './points/index.ts'
import type { CulturePart } from './part.ts'

export const cultureParts: readonly CulturePart[] = [
  homePart,
  newsPart,
  chroniclePart,
  boardPart,
  pointsPart,
  giftsPart,
  booksPart,
  activitiesPart,
  expensesPart,
]
