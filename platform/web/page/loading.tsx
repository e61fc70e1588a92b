import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'

const showAfterMs = 300

/** What loads quickly shows nothing on the way: a flash of grey disturbs more than 300 ms of waiting. True from then on. */
export function useIsLate(): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return late
}

export function Loading() {
  const late = useIsLate()
  return <div className="zg-loading">{late && <Skeleton active paragraph={{ rows: 6 }} />}</div>
}
