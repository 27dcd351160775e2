# SPDX-License-Identifier: Apache-2.0
"""All that the tests ask of MLflow and Spark, in one session: a script, as both warn and start processes of their own.

`python mlflow_and_spark.py MODEL` reads `rows.json`, records the bundle in an MLflow store and writes `found.json`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

STORE, REGISTERED = "mlflow.db", "faithfulness"
ROW = "id string, question string, contexts array<string>, answer string"
# Names of other tools, one of ours for something else, a label that asks the contrary, whole numbers and none.
FOREIGN = "Status string, query string, context_1 string, context_2 string, response string, hallucination int, n int"
FOREIGN_ROWS = [
    ("open", "Fee?", "The fee is $5.", "It is due in May.", "The fee is $5.", 0, 7),
    (None, "Fee?", "The fee is $5.", "It is due in May.", "The fee is $9.", 1, None),
]
# What MLflow's function is asked for; statements have no fixed type.
UDF = (
    "faithful double, is_faithful boolean, status string, route string, why string, threshold double, "
    "logit double, reasons array<string>"
)
Rows = list[dict[str, Any]]
Json = dict[str, Any]


def why_no_spark() -> str:
    """What Spark lacks here, "" for nothing."""
    if find_spec("pyspark") is None:
        return 'pyspark is not installed: pip install "faithstill[spark]"'
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        return "there is no Java, which Spark runs on: apt-get install default-jre-headless"
    return ""


def session() -> SparkSession:
    from pyspark.sql import SparkSession

    quiet = {"spark.ui.enabled": "false", "spark.log.level": "OFF", "spark.ui.showConsoleProgress": "false"}
    return SparkSession.builder.master("local[2]").config(map=quiet).getOrCreate()


def rows_of(df: DataFrame) -> Rows:
    return [row.asDict(recursive=True) for row in df.collect()]


def loads(spark: SparkSession) -> Rows:
    """How often each Python worker loaded a bundle."""
    from faithstill.serve.spark import _scorer

    def told(batches: Any) -> Any:
        import pyarrow

        for _ in batches:
            loaded = _scorer.cache_info().misses
            yield pyarrow.RecordBatch.from_pydict({"worker": [os.getpid()], "loaded": [loaded]})

    return rows_of(spark.range(0, 8, 1, 8).mapInArrow(told, "worker long, loaded long").distinct())


def on_spark(spark: SparkSession, model: str, rows: Rows) -> Json:
    from faithstill.data import TableError
    from faithstill.serve.spark import bad_rows, predict_batch

    df = spark.createDataFrame(rows, ROW).repartition(4)
    scored = predict_batch(df, model=model)
    found: Json = {"columns": scored.columns, "rows": rows_of(scored), "loads": loads(spark)}
    strict = predict_batch(df, model=model, threshold=1.0)
    found["strict"] = rows_of(strict.select("threshold", "is_faithful").distinct())
    foreign = spark.createDataFrame(FOREIGN_ROWS, FOREIGN)
    found["foreign"] = rows_of(predict_batch(foreign, model=model))
    torn = df.union(spark.createDataFrame([("torn", "Fee?", ["$5"], "\0")], ROW))
    found["bad"] = rows_of(bad_rows(torn).select("id", "error"))
    try:
        predict_batch(torn, model=model).collect()
    except Exception as error:
        found["stopped"] = str(error)
    try:
        predict_batch(df.drop("answer"), model=model)
    except TableError as error:
        found["refused"] = str(error)
    return found | {"archives": spark.sparkContext.listArchives}


def in_mlflow(model: str, rows: Rows, folder: Path) -> Json:
    from faithstill.serve.scorer import folder_of
    from faithstill.train.report.mlflow_run import track

    uri = f"sqlite:///{folder / STORE}"
    track({"metrics": {}}, folder_of(model), uri=uri, registered_name=REGISTERED)
    import mlflow

    mlflow.set_tracking_uri(uri)
    pyfunc = mlflow.pyfunc.load_model(f"models:/{REGISTERED}/1").predict(rows)
    return {"pyfunc": pyfunc, **evaluated(mlflow, model, rows)}


def evaluated(mlflow: Any, model: str, rows: Rows) -> Json:
    """What a metric and a scorer of faithstill give to MLflow."""
    import pandas

    from faithstill.train.evaluate.mlflow_metrics import faithfulness_metric, faithfulness_scorer

    table = pandas.DataFrame(rows).rename(columns={"contexts": "retrieved"})
    with mlflow.start_run():
        measured = mlflow.models.evaluate(
            data=table,
            predictions="answer",
            extra_metrics=[faithfulness_metric(model)],
            evaluator_config={"col_mapping": {"contexts": "retrieved"}},
        )
    asked = [{"question": row["question"], "contexts": row["contexts"]} for row in rows]
    data = [{"inputs": one, "outputs": row["answer"]} for one, row in zip(asked, rows, strict=True)]
    judged = mlflow.genai.evaluate(data=data, scorers=[faithfulness_scorer(model)])
    return {
        "metrics": measured.metrics,
        "why": [*measured.tables["eval_results_table"]["faithfulness/justification"]],
        "judged": {
            assessment["metadata"]["faithful"]: assessment["feedback"]["value"]
            for row in judged.result_df["assessments"]
            for assessment in row
            if "faithful" in assessment["metadata"]
        },
    }


def mlflow_on_spark(spark: SparkSession, rows: Rows) -> Json:
    import mlflow
    from pyspark.sql.functions import struct

    predict = mlflow.pyfunc.spark_udf(spark, f"models:/{REGISTERED}/1", result_type=UDF, env_manager="local")
    df = spark.createDataFrame(rows, ROW)
    scored = df.select("id", predict(struct(*df.columns)).alias("found"))
    return {"udf": [{"id": row["id"], **row["found"]} for row in rows_of(scored)]}


def run_page(name: str) -> int:
    """How many examples of a page of the documentation ran."""
    text = (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    for code in examples:
        exec(compile(code, name, "exec"), {})
    return len(examples)


def main(model: str) -> None:
    warnings.simplefilter("ignore")
    rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
    has_mlflow = find_spec("mlflow") is not None
    found = in_mlflow(model, rows, Path.cwd()) if has_mlflow else {}
    if not why_no_spark():
        spark = session()
        found |= on_spark(spark, model, rows)
        found |= mlflow_on_spark(spark, rows) if has_mlflow else {}
        Path("rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        found["pages"] = {name: run_page(name) for name in ("spark.md", "mlflow.md")[: 1 + has_mlflow]}
        found["written"] = spark.read.parquet("scored.parquet").count()
        spark.stop()
    Path("found.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
