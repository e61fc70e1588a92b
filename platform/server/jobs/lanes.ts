/** Lanes of jobs: a full one keeps no other waiting. */
import type { JobHandler, JobLane } from '../contract/area.ts'

/** jobs of a lane at once in one process */
export const placesDefault: Readonly<Record<JobLane, number>> = { people: 2, figures: 1, timed: 2, steady: 1, files: 1 }
export const lanes = Object.keys(placesDefault) as JobLane[]

/** The handler in its lane. */
export const inLane = (lane: JobLane, handler: JobHandler): JobHandler =>
  Object.assign((...given: Parameters<JobHandler>) => handler(...given), { lane })
/** A handler that goes over all that is marked, ordered by `addOnce`. */
export const merged = (lane: JobLane, handler: JobHandler): JobHandler => Object.assign(inLane(lane, handler), { isMerged: true as const })
export const laneOf = ({ lane = 'people' }: JobHandler): JobLane => lane
