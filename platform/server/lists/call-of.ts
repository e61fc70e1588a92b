/** Method and path of a call, for the browser. */
import type { Call } from '#platform/declare/wire.ts'
import { basePath } from '../calls/request.ts'
import type { BoundRoute } from '../contract/registry.ts'

export const callOf = (route: BoundRoute): Call => ({ method: route.method, path: `${basePath}${route.path}` })
