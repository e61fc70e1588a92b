/** A process of its own that posts one receipt: the arguments are the address of the database and the id. */
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { listHouse } from './list-books.ts'
import { postedArea, postedReceipt, postedResources } from './posted-receipts.ts'

const [appUrl = '', id = ''] = process.argv.slice(2)
const { house, as } = listHouse(appUrl, postedResources, postedArea)
await takeSteps(as('1'), postedReceipt, { ids: [{ id }], pick: { step: 'post' }, input: {} })
await house.close()
