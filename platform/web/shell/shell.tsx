/** The signed-in application: fetches the person and the menus, then draws the layout. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, api } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { feedback } from '../api/feedback.ts'
import { session } from '../api/session.ts'
import { setCalendarLanguage } from '../i18n/calendar.ts'
import { t } from '../i18n/t.ts'
import { loginPath, resetPath } from '../page/guard.ts'
import { BasicLayout } from './layout/basic-layout.tsx'
import { commonMenuQuery } from '../home/common-menu.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { Loading } from '../page/loading.tsx'
import { fetchSettings } from '../theme/settings.ts'
import { firstPage, inTime, prepareFirstPage } from '../page/first-page.ts'
import { askProfile, type UserProfile } from '../page/profile.ts'
import { shellKey } from '../page/shell-context.ts'
import { Proof } from './proof.tsx'
import { storedTabsQuery } from './tabs/stored-tabs.ts'
import './shell.css'

setCalendarLanguage()

/** Pages kept alive show what they had; events and the refresh button fetch anew. */
const freshForMs = 60_000

const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshForMs,
        refetchOnWindowFocus: false,
        // an answer that refuses won't change by asking again; a broken connection may
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0,
        throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
      },
    },
  })

const profileQuery = {
  queryKey: [shellKey, 'profile'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<UserProfile> => {
    const profile = await askProfile(signal)
    await firstPage(profile, window.location)
    return profile
  },
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
}

const settingsQuery = {
  queryKey: [shellKey, 'settings'],
  queryFn: fetchSettings,
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
}

/** What the first shell is drawn with; `token`: whose answers they are. */
let prepared: { readonly token: string | null; readonly client: QueryClient } | null = null

/**
 * Puts the answers that were asked for ahead into the cache of the shell that is about to be drawn: frame, page and rows are one drawing
 * instead of one for each answer, each with a style, a layout and a frame of its own. Who does not answer in time keeps nobody waiting.
 */
export async function prepareShell(): Promise<void> {
  const client = makeQueryClient()
  const token = session.token()
  const page = async (): Promise<void> => {
    const profile = await client.fetchQuery(profileQuery)
    if (profile.loginState === '0') await prepareFirstPage(client, profile, window.location)
  }
  // a refusal is told by the shell, which asks again
  const answers = [page(), ...[settingsQuery, commonMenuQuery, storedTabsQuery].map(one => client.fetchQuery<unknown>(one))]
  await inTime(Promise.allSettled(answers))
  prepared = { token, client }
}

/** The prepared answers, once, and for whom they were given. */
function takeClient(): QueryClient {
  const { token, client } = prepared ?? {}
  prepared = null
  return client !== undefined && token === session.token() ? client : makeQueryClient()
}

function useProfile(): UserProfile | null {
  const navigate = useNavigate()
  const { data, error } = useQuery(profileQuery)

  useEffect(() => {
    if (data === undefined) return
    session.setLoginState(data.loginState)
    if (session.organisationId() === null && data.curOrganization) session.setOrganisationId(data.curOrganization.orgId)
    if (data.loginState === '1') void navigate(resetPath, { replace: true })
  }, [data, navigate])

  useEffect(() => {
    // an ended session has its own way to the login page
    if (error === null || (error instanceof ApiError && error.code === codes.signIn)) return
    feedback.notify(t('错误'), t('请求用户信息失败，请重试'))
    // best effort: the server may be the very thing that fails, and the session ends here in any case
    api.write('/auth/user/logout', {}, { quiet: true }).catch((reason: unknown) => console.warn(reason))
    session.end()
    void navigate(loginPath, { replace: true })
  }, [error, navigate])

  return data?.loginState === '0' ? data : null
}

function SignedIn() {
  const profile = useProfile()
  // Asked beside the profile: the layout appears in its own style at once. Waited for until each has answered or failed once, not while it
  // is pending: what shows a failed one asks again, and would be taken from the page by its own question, without end.
  const { isFetched: hasSettings } = useQuery(settingsQuery)
  const { isFetched: hasPins } = useQuery(commonMenuQuery)
  const { isFetched: hasTabs } = useQuery(storedTabsQuery)
  return profile !== null && hasSettings && hasPins && hasTabs ? <BasicLayout profile={profile} /> : <Loading />
}

export default function Shell() {
  // as old as the session: the next person starts with nothing
  const [queryClient] = useState(takeClient)
  return (
    <QueryClientProvider client={queryClient}>
      <App component={false}>
        <SignedIn />
        <Proof />
      </App>
    </QueryClientProvider>
  )
}
