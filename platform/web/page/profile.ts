/** What GET /system/userprofile answers: the person, the modules and their menus. */
import { api } from '../api/client.ts'
import { setViewing } from '../api/viewing.ts'
import type { Module } from './menu-node.ts'

export type { MenuNode, Module } from './menu-node.ts'

export interface Organisation {
  readonly orgId: string
  readonly orgName: string
}

/** How far the first start is with the demo company. */
export interface FirstFill {
  readonly percent: number
  readonly doing: string
  /** why it ended before the company was whole */
  readonly failed: string | null
}

export interface UserProfile {
  readonly token: string
  readonly loginState: '0' | '1'
  readonly name: string | null
  readonly niceName: string | null
  readonly username?: string | null
  readonly avatar: string | null
  readonly faceImgUrl?: string | null
  readonly photoUrl?: string | null
  readonly positionName: string | null
  readonly isManager: boolean
  /** may change what belongs to no organisation */
  readonly isInstallationAdmin?: boolean
  readonly firstFill?: FirstFill | null
  /** the day from which a second step of signing in is demanded of him, who has none */
  readonly factorDue?: string | null
  /** pages and subjects still say what they were called */
  readonly saysFormer?: boolean
  readonly employeeId: string | null
  readonly deptId: string | null
  readonly deptName: string | null
  readonly roleNames: readonly string[]
  readonly modules: readonly Module[]
  readonly organizationList?: readonly Organisation[] | null
  /** null until there is a culture area */
  readonly culturalLever?: string | null
  readonly culturalPoint?: number | null
  readonly curLevelMaxPoint?: number | null
  readonly culturalImageUrl?: string | null
  /** points that can be spent, and what was gained since the last visit */
  readonly integral?: number | null
  readonly addedIntegral?: number | null
  /** a system administrator looks at the product as this person */
  readonly viewerName?: string | null
  readonly curOrganization: { readonly orgId: string } | null
}

/** The nickname where there is one. */
export const shownName = (profile: UserProfile): string => profile.niceName || profile.name || ''

/** Names the person in what this browser keeps; an account without an employee has its name alone. */
export const personKey = (profile: UserProfile): string => profile.username ?? profile.employeeId ?? ''

export const isSystemAdministrator = (profile: UserProfile): boolean => profile.positionName === '系统管理员'

let ahead: Promise<UserProfile> | null = null
async function ask(signal?: AbortSignal): Promise<UserProfile> {
  const profile = await api.get<UserProfile>('/system/userprofile', undefined, { quiet: true, ...(signal ? { signal } : {}) })
  setViewing(Boolean(profile.viewerName))
  return profile
}

/** Asked while the login page still stands, so that the shell appears with its menus and nothing flashes in between. */
export function prefetchProfile(): Promise<UserProfile> {
  ahead = ask()
  return ahead
}

/** Asked while the shell's own program is on its way, unless the login page has asked. A refusal is told by whoever takes the answer. */
export function askProfileMeanwhile(onProfile: (profile: UserProfile) => void): void {
  const asked = ahead ?? prefetchProfile()
  asked.then(onProfile, () => undefined)
}

/** The answer asked for ahead, once; else a new one. */
export function askProfile(signal: AbortSignal): Promise<UserProfile> {
  const asked = ahead ?? ask(signal)
  ahead = null
  return asked
}
