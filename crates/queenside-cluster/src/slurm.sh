#!/usr/bin/env bash
# An array of tasks, each of which does its share of the parts: sbatch slurm.sh
# Options behind its name are those of `queenside work`: sbatch slurm.sh --memory 9000
# Submit it again, and it goes on where it was.
#SBATCH --job-name=queenside
#SBATCH --array=0-LAST_TASK
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=/dev/null
#SBATCH --time=1-00:00:00
#SBATCH --signal=B:TERM@120
set -u
job=JOB_FOLDER
exec >>"$job/slurm-${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.out" 2>&1

# Some numbers of an array without those between, as 3,7, make no shares: what goes beyond does any part.
share=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))
if [ $share -lt "$SLURM_ARRAY_TASK_COUNT" ]; then set -- --share "$share/$SLURM_ARRAY_TASK_COUNT" "$@"; fi

# The signal before the end of the time goes to this shell, and from here to the worker, which leaves the rest of its part.
worker='' stopped=''
trap 'stopped=yes; [ -z "$worker" ] || kill -TERM $worker' TERM
PROGRAM work "$job" "$@" &
worker=$!
if [ -n "$stopped" ]; then kill -TERM $worker; fi
wait $worker
code=$?
while kill -0 $worker 2>/dev/null; do
    wait $worker
    code=$?
done

# 3: stopped before all was done. Another time goes on.
if [ $code = 3 ]; then scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"; fi
exit $code
