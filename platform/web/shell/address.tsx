/**
 * The browser's address. Not by way of the router's context: whatever stands below a context that changes with the address is drawn anew
 * with each change of page, the hidden ones too and even where they have an address of their own. So the router above the shell stands
 * still and only takes people elsewhere; who follows the address says so by `useAddress`, and a page reads its own (page-frame.tsx).
 */
import { createContext, startTransition, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import {
  NavigationType,
  Router,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  parsePath,
  type Location,
} from 'react-router'

type Listener = (location: Location) => void

function createAddress() {
  const history = createBrowserHistory({ v5Compat: true })
  const listeners = new Set<Listener>()
  return {
    history,
    listen: () => history.listen(({ location }) => listeners.forEach(listener => listener(location))),
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const AddressContext = createContext<ReturnType<typeof createAddress> | null>(null)

/** Around everything: from here on there is an address, and ways to go to another. */
export function AddressRoot({ children }: { children: ReactNode }) {
  const [address] = useState(createAddress)
  useLayoutEffect(() => address.listen(), [address])
  return (
    <AddressContext value={address}>
      <Router navigator={address.history} location="/">
        {children}
      </Router>
    </AddressContext>
  )
}

/** The address as it is; its changes are transitions. */
export function useAddress(): Location {
  const address = useContext(AddressContext)
  if (address === null) throw new Error('useAddress is called outside AddressRoot')
  const [location, setLocation] = useState(() => address.history.location)
  useLayoutEffect(() => address.subscribe(next => startTransition(() => setLocation(next))), [address])
  return location
}

/**
 * Gives an address to what asks the router for it: `useLocation`, `useSearchParams`, `Routes`. The router exports the context under this
 * name only.
 */
export function AtLocation({ location, children }: { location: Location; children: ReactNode }) {
  const value = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return <LocationContext value={value}>{children}</LocationContext>
}

/** The browser's own address, for a screen that is drawn anew with it. */
export function AtAddress({ children }: { children: ReactNode }) {
  return <AtLocation location={useAddress()}>{children}</AtLocation>
}

/** A fixed address: an open page keeps its own while the browser shows another. */
export function AtUrl({ url, children }: { url: string; children: ReactNode }) {
  const location = useMemo((): Location => {
    const { pathname = '/', search = '', hash = '' } = parsePath(url)
    return { pathname, search, hash, state: null, key: 'default' }
  }, [url])
  return <AtLocation location={location}>{children}</AtLocation>
}
