/** The whole product with its jobs in one process, as it runs in a company; ends when its input closes. */
import { once } from 'node:events'
import { createApp } from '#platform/server/http/app.ts'
import { startJobs } from '#platform/server/jobs/job-queue.ts'
import { answer, taskGiven, type Address } from './child.ts'
import type { ServerAnswer } from './http-server.ts'
import { houseAt } from './place.ts'

export interface LatencyTask extends Address {
  readonly ownerUrl: string
}
/** no limit of calls in the way */
const callsPerMinute = 100_000_000
const stopMsMax = 5_000

const task = taskGiven<LatencyTask>()
const house = houseAt(task)
const app = createApp(house, { webFolder: null, callsPerMinute })
const jobs = await startJobs(house, task.ownerUrl, Object.assign({}, ...house.areas.map(a => a.jobs ?? {})))
await app.listen({ host: '127.0.0.1', port: 0 })
answer({ port: (app.server.address() as { port: number }).port } satisfies ServerAnswer)
process.stdin.resume()
await once(process.stdin, 'end')
await app.close()
await jobs.stop(stopMsMax)
await house.close()
