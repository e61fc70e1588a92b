import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'

/** What loads quickly shows nothing on the way: a flash of grey disturbs more than 300 ms of waiting. */
const showAfterMs = 300

export function Loading() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return <div className="zg-loading">{late && <Skeleton active paragraph={{ rows: 6 }} />}</div>
}
