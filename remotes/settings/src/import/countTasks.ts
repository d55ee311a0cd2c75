/** '1 task', '12 tasks'. */
export function countTasks(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`;
}
