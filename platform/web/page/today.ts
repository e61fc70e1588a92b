/** The present day in the organisation's zone: relative periods must not depend on where the browser stands. */
import { serverNowMs } from '../api/clock.ts'
import { dayInZone } from '#platform/format/zones.ts'

export const organisationZone = 'Asia/Shanghai'

export const today = (): string => dayInZone(serverNowMs(), organisationZone)
