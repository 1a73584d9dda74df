// What becomes of running tasks whose calls were simulated, when the first trunk is enabled.

/**
 * They `pause`, until somebody resumes them and says where their calls go; they `keep` to the simulator; or they `move`: their calls are
 * real from now on.
 */
export const SIMULATED_CHOICES = ['pause', 'keep', 'move'] as const
export type SimulatedChoice = (typeof SIMULATED_CHOICES)[number]
