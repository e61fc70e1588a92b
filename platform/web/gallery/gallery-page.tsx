/** Gallery of the shared controls in all their states, at /dev/gallery of a development server. Not part of the product's program. */
import { useState } from 'react'
import { setCalendarLanguage } from '../i18n/calendar.ts'
import { Filters, Lists } from './filters.tsx'
import { Forms } from './forms.tsx'
import { answerHere } from './mock-server.ts'
import type { SectionFace } from './section.tsx'
import { Pictures, Scans, Uploads } from './uploads.tsx'
import { Formats, Widgets } from './widgets.tsx'
import './gallery.css'

answerHere()
setCalendarLanguage()

const sections: readonly SectionFace[] = [
  { key: 'forms', title: '表单', Content: Forms },
  { key: 'filters', title: '筛选', Content: Filters },
  { key: 'lists', title: '列表', Content: Lists },
  { key: 'uploads', title: '上传和导入', Content: Uploads },
  { key: 'pictures', title: '附件和图片', Content: Pictures },
  { key: 'scans', title: '扫码上传', Content: Scans },
  { key: 'widgets', title: '小组件', Content: Widgets },
  { key: 'formats', title: '格式', Content: Formats },
]

export default function GalleryPage() {
  const [key, setKey] = useState(() => window.location.hash.slice(1))
  const section = sections.find(one => one.key === key) ?? sections[0]
  const open = (next: string): void => {
    window.history.replaceState(null, '', `#${next}`)
    setKey(next)
  }
  if (section === undefined) return null
  const { Content } = section
  return (
    <main className="zg-gallery">
      <nav aria-label="控件分类">
        {sections.map(one => (
          <button key={one.key} type="button" aria-pressed={one === section} onClick={() => open(one.key)}>
            {one.title}
          </button>
        ))}
      </nav>
      <section key={section.key}>
        <h1>{section.title}</h1>
        <Content />
      </section>
    </main>
  )
}
