/** What sealed authors did comes to others: an hour later, without the hour. */
import { arriveAll } from '#platform/server/sealed/arrivals.ts'
import type { DemoHouse } from './demo-house.ts'

export const arrived = (h: DemoHouse): Promise<void> => arriveAll(h.house)
