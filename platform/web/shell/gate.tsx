/** The door: decides by token and login state which of the few whole screens is drawn, and loads only that one. */
import { Suspense, lazy, memo, useEffect, type ComponentType } from 'react'
import { Navigate } from 'react-router'
import { organisationKey, session, tokenKey } from '../api/session.ts'
import { reloadUnasked } from '../api/sign-in-again.ts'
import { AtAddress, useAddress } from './address.tsx'
import { beforeShell } from './before-shell.ts'
import { homePath, passage, type Screen as ScreenName } from './guard.ts'
import { askShellAhead } from './ask-ahead.ts'
import { RootBoundary } from './root-boundary.tsx'
import { withReload } from './page/chunk-load.ts'

const sharedKeys = [tokenKey, organisationKey]

/** The program of the page that will most likely be shown: what fails here is told when the page is drawn. */
function pageAhead(): void {
  const page = window.location.pathname === homePath ? import('../home/home-page.tsx') : import('../list/list-page.tsx')
  page.catch(() => undefined)
}

/** Menus, settings, pins and tabs are asked for while the programs of the shell and of a page are on their way, all at once. */
async function loadShell() {
  askShellAhead(window.location.pathname)
  const all = [import('./shell.tsx'), beforeShell()] as const
  pageAhead()
  const [shell] = await Promise.all(all)
  return shell
}

const screens: Readonly<Record<ScreenName, ComponentType>> = {
  login: lazy(withReload(() => import('./login/login-page.tsx'))),
  resetPassword: lazy(withReload(() => import('./login/reset-password-page.tsx'))),
  changeFirst: lazy(withReload(() => import('./login/change-first-page.tsx'))),
  register: lazy(withReload(() => import('./login/register-page.tsx'))),
  registerResult: lazy(withReload(() => import('./login/register-result-page.tsx'))),
  recover: lazy(withReload(() => import('./login/recover-page.tsx'))),
  uploadMobile: lazy(withReload(() => import('../files/upload-mobile-page.tsx'))),
  shell: lazy(withReload(loadShell)),
}

/** Another tab signed in as somebody else, out, or went to another organisation: this one starts anew, or it would ask with the other's rights. */
function useForeignSession(): void {
  useEffect(() => {
    const watch = (event: StorageEvent): void => {
      const isFirstOrganisation = event.key === organisationKey && event.oldValue === null
      // key null: the other tab cleared everything
      if (event.key === null || (sharedKeys.includes(event.key) && !isFirstOrganisation && event.newValue !== event.oldValue))
        reloadUnasked()
    }
    window.addEventListener('storage', watch)
    return () => window.removeEventListener('storage', watch)
  }, [])
}

export function Gate() {
  const { pathname, search } = useAddress()
  useForeignSession()
  const decision = passage({ pathname, search, hasToken: session.token() !== null, loginState: session.loginState() })
  if ('to' in decision) return <Navigate to={decision.to} replace />
  return <Shown name={decision.show} />
}

/** Drawn anew with another screen, not with each address. */
const Shown = memo(function Shown({ name }: { name: ScreenName }) {
  const Screen = screens[name]
  return (
    <RootBoundary>
      <Suspense fallback={null}>
        {name === 'shell' ? (
          <Screen />
        ) : (
          <AtAddress>
            <Screen />
          </AtAddress>
        )}
      </Suspense>
    </RootBoundary>
  )
})
