/** The place of the task centre in the top bar; the centre itself comes when the page stands. */
import { idlePart } from '../theme/idle-part.tsx'

export const TaskSlot = idlePart(() => import('./task-centre.tsx'), <span className="zg-task-slot" />)
