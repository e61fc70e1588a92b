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
import { loginPath, resetPath } from './guard.ts'
import { BasicLayout } from './layout/basic-layout.tsx'
import { commonMenuQuery } from './menu/common-menu.ts'
import { isPageFailure } from './page/error-boundary.tsx'
import { Loading } from './page/loading.tsx'
import { fetchSettings } from '../theme/settings.ts'
import { firstPage } from './first-page.ts'
import { askProfile, type UserProfile } from './profile.ts'
import { shellKey } from './shell-context.ts'
import { keptTabsQuery } from './tabs/kept-tabs.ts'
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

function useProfile(): UserProfile | null {
  const navigate = useNavigate()
  const { data, error } = useQuery({
    queryKey: [shellKey, 'profile'],
    queryFn: async ({ signal }) => {
      const profile = await askProfile(signal)
      await firstPage(profile, window.location)
      return profile
    },
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })

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
  // Asked beside the profile: the layout appears in its own style at once. Waited for until each has answered or failed once, not while it is
  // pending: what shows a failed one asks again, and would be taken from the page by its own question, without end.
  const { isFetched: hasSettings } = useQuery({
    queryKey: [shellKey, 'settings'],
    queryFn: fetchSettings,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  const { isFetched: hasPins } = useQuery(commonMenuQuery)
  const { isFetched: hasTabs } = useQuery(keptTabsQuery)
  return profile !== null && hasSettings && hasPins && hasTabs ? <BasicLayout profile={profile} /> : <Loading />
}

export default function Shell() {
  // as old as the session: the next person starts with nothing
  const [queryClient] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <App component={false}>
        <SignedIn />
      </App>
    </QueryClientProvider>
  )
}
